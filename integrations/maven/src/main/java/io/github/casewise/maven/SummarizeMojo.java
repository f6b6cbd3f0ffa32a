// The goal `summarize`.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Says what methods can do, and on which inputs. */
@Mojo(name = "summarize", requiresDependencyResolution = ResolutionScope.COMPILE, threadSafe = true)
public final class SummarizeMojo extends CasewiseMojo {
    @Override
    String command() {
        return "summarize";
    }

    @Override
    List<Format> usualFormats() {
        return List.of(Format.json, Format.text);
    }

    @Override
    void addOptions(Arguments line, Places places) {}

    @Override
    Report read(JsonObject report) {
        return Report.ofSummarize(report);
    }
}
