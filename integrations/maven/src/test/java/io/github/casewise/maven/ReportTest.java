// What is told of casewise's reports.
package io.github.casewise.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final String FINDING = "{'exception': 'java.lang.ArithmeticException', 'message': '/ by zero', 'line': 6,"
        + " 'source_file': 'shop/Basket.java', 'place': 'shop.Basket.mean', 'input': 'total = 0, count = 0',"
        + " 'path_condition': ['total >= 0', 'count == 0']}";
    private static final String METHODS = "'methods': [{'class': 'shop.Basket', 'method': 'mean', 'verdict': 'fails',"
        + " 'source_file': 'shop/Basket.java', 'reasons': [], 'findings': [" + FINDING + "]},"
        + " {'class': 'shop.Basket', 'method': 'open', 'verdict': 'incomplete', 'source_file': 'shop/Basket.java', 'findings': [],"
        + " 'reasons': [{'text': 'loop bound reached'}]}]";
    private static final String TOTALS = "'totals': {'methods': 2, 'fails': 1, 'holds': 0, 'incomplete': 1}";

    private static JsonObject check(String rank, String more) {
        String cause = "{'rank': '" + rank + "'" + more + ", 'entries': [{'method': 0, 'finding': 0}, {'method': 0, 'finding': 0}]}";
        return JsonParser.parseString("{" + METHODS + ", 'causes': [" + cause + "], " + TOTALS + "}").getAsJsonObject();
    }

    private static List<String> told(Report report) {
        Places nowhere = new Places(Path.of("c"), List.of(), List.of(), Path.of("j"), Path.of("r"), Path.of("k"));
        return report.findings.stream().map(finding -> finding.at(nowhere)).collect(Collectors.toList());
    }

    @Test
    void aCauseIsToldWithItsPlaceInputAndCondition() {
        Report report = Report.ofCheck(check("public", ""), false);
        assertEquals(
            List.of(
                "shop/Basket.java:[6] shop.Basket.mean throws java.lang.ArithmeticException (/ by zero) on total = 0, count = 0;"
                    + " so does 1 other method"),
            told(report));
        assertEquals("total >= 0 && count == 0", report.findings.get(0).condition);
        assertEquals("2 methods: 1 fail, 0 hold, 1 incomplete", report.totals);
        assertEquals("shop.Basket.open: loop bound reached", report.open.get(0).message);
    }

    @Test
    void ranksThatAreNotShownAreCounted() {
        Report report = Report.ofCheck(check("null", ""), false);
        assertEquals(List.of(), told(report));
        assertEquals("2 methods: 1 fail, 0 hold, 1 incomplete; not shown: 1 of rank null", report.totals);
        assertEquals(1, told(Report.ofCheck(check("null", ""), true)).size());
    }

    @Test
    void whatTheBaselineHasIsCounted() {
        Report report = Report.ofCheck(check("public", ", 'baseline': 'unchanged'"), true);
        assertEquals(List.of(), told(report));
        assertEquals("2 methods: 1 fail, 0 hold, 1 incomplete; not shown: 1 in the baseline", report.totals);
        assertEquals(1, told(Report.ofCheck(check("public", ", 'baseline': 'new'"), false)).size());
    }

    @Test
    void refutedAssertionsAreFindingsAndUnknownOnesAreOpen() {
        String assertions = "[{'class': 'p.A', 'method': 'm', 'source_file': 'p/A.java', 'line': 3, 'verdict': 'refuted', 'finding': "
            + FINDING + ", 'reasons': []}, {'class': 'p.A', 'method': 'n', 'source_file': 'p/A.java', 'line': 9, 'verdict': 'unknown',"
            + " 'finding': null, 'reasons': []}]";
        String totals = "{'assertions': 2, 'proved': 0, 'refuted': 1, 'unknown': 1}";
        Report report = Report.ofProve(
            JsonParser.parseString("{'assertions': " + assertions + ", 'totals': " + totals + "}").getAsJsonObject());
        assertEquals(
            List.of(
                "shop/Basket.java:[6] p.A.m throws java.lang.ArithmeticException (/ by zero) in shop.Basket.mean on total = 0, count = 0"),
            told(report));
        assertEquals("p.A.n: no answer", report.open.get(0).message);
        assertEquals("2 assertions: 0 proved, 1 refuted, 1 unknown", report.totals);
        assertNull(Report.ofTest(
            JsonParser.parseString("{'totals': {'classes': 1, 'methods': 2, 'tests': 3, 'failing': 1}}").getAsJsonObject())
            .findings.stream().findFirst().orElse(null));
    }

    private static JsonObject diff(String expected, String members, String unused) {
        String change = "{'kind': 'throws_no_more', 'input': 'amount = -1', 'conditions': ['amount < 0'], 'is_made': true,"
            + " 'old': 'throws java.lang.IllegalArgumentException', 'new': 'returns 0', 'expected': " + expected + "}";
        String drawn = "{'kind': 'result', 'input': '', 'conditions': [], 'is_made': false, 'old': 'returns 1', 'new': 'returns 2',"
            + " 'expected': " + expected + "}";
        String lines = "'source_file': 'shop/Fee.java', 'lines': {'first': 19, 'last': 22}";
        String methods = "[{'class': 'shop.Fee', 'method': 'of', 'verdict': 'changed', " + lines + ", 'changes': [" + change + "]},"
            + " {'class': 'shop.Fee', 'method': 'all', 'verdict': 'changed', 'source_file': null, 'lines': null, 'changes': [" + drawn
            + "]}, {'class': 'shop.Fee', 'method': 'odd', 'verdict': 'unknown', " + lines + ", 'changes': [" + drawn + "]}]";
        String totals = "{'methods': 9, 'edited': {'all': 2, 'changed': 1, 'same': 0, 'unknown': 1},"
            + " 'callers': {'all': 1, 'changed': 1, 'same': 0, 'unknown': 0}}";
        return JsonParser.parseString(
            "{'methods': " + methods + ", 'members': [" + members + "], 'unused_expectations': [" + unused + "], 'totals': " + totals + "}")
            .getAsJsonObject();
    }

    @Test
    void aChangeIsToldWithBothVersionsAndItsCondition() {
        Report report = Report.ofDiff(diff("false", "", ""));
        assertEquals(
            List.of(
                "shop/Fee.java:[19] shop.Fee.of throws no more on amount = -1: it returns 0, and throws"
                    + " java.lang.IllegalArgumentException in the old version",
                "shop.Fee.all returns something else: it returns 2, and returns 1 in the old version (fields of the input were set:"
                    + " no calls are known that lead there)"),
            told(report));
        assertEquals("amount < 0", report.findings.get(0).condition);
        assertNull(report.findings.get(1).condition);
        assertEquals(List.of(), report.notes);
        assertEquals(
            "9 methods: 2 differ in code (1 changed, 0 same, 1 unknown), 1 call what has changed (1 changed, 0 same, 0 unknown)",
            report.totals);
    }

    @Test
    void whatIsExpectedIsCountedAndWhatBreaksIsNoted() {
        String members = "{'breaks': 'binary', 'class': 'shop.Fee', 'member': 'gone(int)', 'what': 'removed'},"
            + " {'breaks': 'serialised', 'class': 'shop.Bill', 'member': null, 'what': 'another serialVersionUID'},"
            + " {'breaks': 'none', 'class': 'shop.Fee', 'member': 'fresh()', 'what': 'added'}";
        Report report = Report.ofDiff(diff("true", members, "'shop.Fee.none'"));
        assertEquals(List.of(), told(report));
        assertEquals(
            List.of(
                "shop.Fee.gone(int): removed (what was compiled against the old version does not link)",
                "shop.Bill: another serialVersionUID (what the old version has written is read otherwise)",
                "expected, and not found: shop.Fee.none"),
            report.notes);
        assertEquals("; not shown: 2 expected", report.totals.substring(report.totals.indexOf(';')));
    }

    @Test
    void sourcesAreThoseOfTheProject(@TempDir Path root) throws Exception {
        Path file = Files.createFile(Files.createDirectories(root.resolve("shop")).resolve("Basket.java"));
        Places places = new Places(Path.of("c"), List.of(), List.of(root), Path.of("j"), Path.of("r"), Path.of("k"));
        assertEquals(file + ":[6] message", new Finding("shop/Basket.java", 6, "message", null).at(places));
        assertEquals("../shop/Basket.java: message", new Finding("../shop/Basket.java", null, "message", null).at(places));
    }

    @Test
    void noTextOfAClassFileTellsATerminalAnything() {
        assertEquals("a\\u001b[2Jb\\u000a\\u202ec", Report.printable("a\u001b[2Jb\n\u202ec"));
        assertEquals("größe 😀", Report.printable("größe 😀"));
    }
}
