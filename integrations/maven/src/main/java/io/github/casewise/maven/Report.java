// What the log tells of casewise's reports, which are read as JSON.
package io.github.casewise.maven;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A report in short. */
final class Report {
    /** The ranks of causes that casewise shows, and that fail a build, unless all are asked for. */
    private static final Set<String> SHOWN = Set.of("always", "assertion", "public");
    /** How a method changes, in words. */
    private static final Map<String, String> KINDS = Map.of(
        "newly_throws", "newly throws",
        "other_exception", "throws another exception",
        "throws_no_more", "throws no more",
        "result", "returns something else",
        "effect", "has another effect",
        "printed", "prints something else",
        "message", "throws with another message");
    /** What changes of members break; those that break nothing are not told. */
    private static final Map<String, String> BREAKS = Map.of(
        "binary", "what was compiled against the old version does not link",
        "source", "sources that use the old version do not compile",
        "serialised", "what the old version has written is read otherwise");

    /** What was found, the first the most worth reading. */
    final List<Finding> findings;
    /** What is left without an answer. */
    final List<Finding> open;
    /** What else somebody should know, and what fails no build: a line each. */
    final List<String> notes;
    /** All of it counted, in one line. */
    final String totals;

    private Report(List<Finding> findings, List<Finding> open, List<String> notes, String totals) {
        this.findings = findings;
        this.open = open;
        this.notes = notes;
        this.totals = totals;
    }

    private Report(List<Finding> findings, List<Finding> open, String totals) {
        this(findings, open, List.of(), totals);
    }

    /** Of `check`; all causes, or those that casewise shows by default. */
    static Report ofCheck(JsonObject report, boolean all) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Integer> hidden = new TreeMap<>();
        JsonArray methods = report.getAsJsonArray("methods");
        for (JsonElement element : report.getAsJsonArray("causes")) {
            JsonObject cause = element.getAsJsonObject();
            if ("unchanged".equals(text(cause, "baseline"))) {
                hidden.merge("in the baseline", 1, Integer::sum);
            } else if (all || SHOWN.contains(text(cause, "rank"))) {
                findings.add(cause(cause, methods));
            } else {
                hidden.merge("of rank " + text(cause, "rank"), 1, Integer::sum);
            }
        }
        List<Finding> open = new ArrayList<>();
        for (JsonElement element : methods) {
            JsonObject method = element.getAsJsonObject();
            if ("incomplete".equals(text(method, "verdict"))) {
                open.add(open(method, null));
            }
        }
        JsonObject totals = report.getAsJsonObject("totals");
        String line = counted(totals, "methods") + ": " + count(totals, "fails") + " fail, " + count(totals, "holds") + " hold, "
            + count(totals, "incomplete") + " incomplete";
        return new Report(findings, open, line + notShown(hidden));
    }

    /** Of `prove`. */
    static Report ofProve(JsonObject report) {
        List<Finding> findings = new ArrayList<>();
        List<Finding> open = new ArrayList<>();
        for (JsonElement element : report.getAsJsonArray("assertions")) {
            JsonObject assertion = element.getAsJsonObject();
            String verdict = text(assertion, "verdict");
            if ("refuted".equals(verdict)) {
                findings.add(failure(name(assertion), assertion, assertion.getAsJsonObject("finding"), 0));
            } else if ("unknown".equals(verdict)) {
                open.add(open(assertion, number(assertion, "line")));
            }
        }
        JsonObject totals = report.getAsJsonObject("totals");
        String line = counted(totals, "assertions") + ": " + count(totals, "proved") + " proved, " + count(totals, "refuted")
            + " refuted, " + count(totals, "unknown") + " unknown";
        return new Report(findings, open, line);
    }

    /** Of `test`. */
    static Report ofTest(JsonObject report) {
        JsonObject totals = report.getAsJsonObject("totals");
        String line = counted(totals, "classes") + ", " + counted(totals, "methods") + ": " + counted(totals, "tests") + ", "
            + count(totals, "failing") + " of them disabled since the code fails";
        return new Report(List.of(), List.of(), line);
    }

    /** Of `summarize`. */
    static Report ofSummarize(JsonObject report) {
        JsonObject totals = report.getAsJsonObject("totals");
        String line = counted(totals, "methods") + ", " + count(totals, "complete") + " complete: " + counted(totals, "cases");
        return new Report(List.of(), List.of(), line);
    }

    /** Of `diff`: the changes that are not expected. What was done to members, and what is expected in vain, are notes. */
    static Report ofDiff(JsonObject report) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Integer> hidden = new TreeMap<>();
        for (JsonElement element : report.getAsJsonArray("methods")) {
            JsonObject method = element.getAsJsonObject();
            if (!"changed".equals(text(method, "verdict"))) {
                continue;
            }
            for (JsonElement change : method.getAsJsonArray("changes")) {
                if (change.getAsJsonObject().get("expected").getAsBoolean()) {
                    hidden.merge("expected", 1, Integer::sum);
                } else {
                    findings.add(change(method, change.getAsJsonObject()));
                }
            }
        }
        List<String> notes = new ArrayList<>();
        for (JsonElement element : report.getAsJsonArray("members")) {
            JsonObject member = element.getAsJsonObject();
            String breaks = BREAKS.get(text(member, "breaks"));
            if (breaks != null) {
                String name = text(member, "member") == null ? text(member, "class") : text(member, "class") + "." + text(member, "member");
                notes.add(printable(name + ": " + text(member, "what") + " (" + breaks + ")"));
            }
        }
        for (JsonElement line : report.getAsJsonArray("unused_expectations")) {
            notes.add(printable("expected, and not found: " + line.getAsString()));
        }
        JsonObject totals = report.getAsJsonObject("totals");
        JsonObject edited = totals.getAsJsonObject("edited");
        JsonObject callers = totals.getAsJsonObject("callers");
        String line = counted(totals, "methods") + ": " + count(edited, "all") + " differ in code (" + verdicts(edited) + ")";
        if (count(callers, "all") > 0) {
            line += ", " + count(callers, "all") + " call what has changed (" + verdicts(callers) + ")";
        }
        return new Report(findings, List.of(), notes, line + notShown(hidden));
    }

    private static Finding change(JsonObject method, JsonObject change) {
        String kind = text(change, "kind");
        StringBuilder message = new StringBuilder(name(method)).append(' ').append(KINDS.getOrDefault(kind, kind));
        String input = text(change, "input");
        if (!input.isEmpty()) {
            message.append(" on ").append(input);
        }
        message.append(": it ").append(text(change, "new")).append(", and ").append(text(change, "old")).append(" in the old version");
        if (!change.get("is_made").getAsBoolean()) {
            message.append(" (fields of the input were set: no calls are known that lead there)");
        }
        JsonElement lines = method.get("lines");
        Integer line = lines.isJsonNull() ? null : number(lines.getAsJsonObject(), "first");
        return new Finding(
            text(method, "source_file"), line, printable(message.toString()), condition(change.getAsJsonArray("conditions")));
    }

    private static String verdicts(JsonObject totals) {
        return count(totals, "changed") + " changed, " + count(totals, "same") + " same, " + count(totals, "unknown") + " unknown";
    }

    private static Finding cause(JsonObject cause, JsonArray methods) {
        JsonArray entries = cause.getAsJsonArray("entries");
        JsonObject entry = entries.get(0).getAsJsonObject();
        JsonObject method = methods.get(count(entry, "method")).getAsJsonObject();
        JsonObject finding = method.getAsJsonArray("findings").get(count(entry, "finding")).getAsJsonObject();
        return failure(name(method), method, finding, entries.size() - 1);
    }

    private static Finding failure(String entry, JsonObject method, JsonObject finding, int others) {
        StringBuilder message = new StringBuilder(entry).append(" throws ").append(text(finding, "exception"));
        if (text(finding, "message") != null) {
            message.append(" (").append(text(finding, "message")).append(')');
        }
        String place = text(finding, "place");
        if (place != null && !place.equals(entry)) {
            message.append(" in ").append(place);
        }
        String input = text(finding, "input");
        if (input != null && !input.isEmpty()) {
            message.append(" on ").append(input);
        }
        if (others > 0) {
            message.append("; so ").append(others == 1 ? "does 1 other method" : "do " + others + " other methods");
        }
        String source = text(finding, "source_file");
        return new Finding(
            source == null ? text(method, "source_file") : source,
            number(finding, "line"),
            printable(message.toString()),
            condition(finding.getAsJsonArray("path_condition")));
    }

    /** Conditions in one line, or null where there are none. */
    private static String condition(JsonArray conditions) {
        String all = conditions.asList().stream().map(JsonElement::getAsString).collect(Collectors.joining(" && "));
        return all.isEmpty() ? null : printable(all);
    }

    private static Finding open(JsonObject answer, Integer line) {
        String reasons = answer.getAsJsonArray("reasons").asList().stream()
            .map(reason -> text(reason.getAsJsonObject(), "text"))
            .distinct()
            .limit(2)
            .collect(Collectors.joining("; "));
        String message = name(answer) + ": " + (reasons.isEmpty() ? "no answer" : reasons);
        return new Finding(text(answer, "source_file"), line, printable(message), null);
    }

    private static String name(JsonObject method) {
        return text(method, "class") + "." + text(method, "method");
    }

    private static String notShown(Map<String, Integer> hidden) {
        if (hidden.isEmpty()) {
            return "";
        }
        return hidden.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", ", "; not shown: ", ""));
    }

    private static String counted(JsonObject totals, String things) {
        int count = count(totals, things);
        String one = things.equals("classes") ? "class" : things.substring(0, things.length() - 1);
        return count + " " + (count == 1 ? one : things);
    }

    private static int count(JsonObject object, String name) {
        return object.get(name).getAsInt();
    }

    private static Integer number(JsonObject object, String name) {
        JsonElement value = object.get(name);
        return value == null || value.isJsonNull() ? null : value.getAsInt();
    }

    private static String text(JsonObject object, String name) {
        JsonElement value = object.get(name);
        return value == null || value.isJsonNull() ? null : value.getAsString();
    }

    /** Names and texts of class files as a terminal may have them: control and format characters are written out. */
    static String printable(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            int kind = Character.getType(point);
            if (kind == Character.CONTROL || kind == Character.FORMAT || kind == Character.SURROGATE
                || kind == Character.LINE_SEPARATOR || kind == Character.PARAGRAPH_SEPARATOR) {
                for (char unit : Character.toChars(point)) {
                    result.append(String.format("\\u%04x", (int) unit));
                }
            } else {
                result.appendCodePoint(point);
            }
        });
        return result.toString();
    }
}
