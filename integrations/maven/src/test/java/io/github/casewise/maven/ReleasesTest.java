// Which release a project is compared with.
package io.github.casewise.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.metadata.DefaultMetadata;
import org.eclipse.aether.metadata.Metadata;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResult;
import org.eclipse.aether.transfer.MetadataNotFoundException;
import org.eclipse.aether.transfer.MetadataTransferException;
import org.eclipse.aether.util.version.GenericVersionScheme;
import org.eclipse.aether.version.Version;
import org.eclipse.aether.version.VersionConstraint;
import org.junit.jupiter.api.Test;

class ReleasesTest {
    private static final Artifact OWN = new DefaultArtifact("example", "shop", "jar", "1.10-SNAPSHOT");
    private static final RemoteRepository REMOTE = new RemoteRepository.Builder("remote", "default", "https://example.org").build();
    private static final Metadata VERSIONS = new DefaultMetadata("maven-metadata.xml", Metadata.Nature.RELEASE);

    /** What repositories answer that have some versions, in their order. */
    private static Releases having(List<String> versions, Exception... failures) {
        GenericVersionScheme scheme = new GenericVersionScheme();
        Object system = Proxy.newProxyInstance(
            ReleasesTest.class.getClassLoader(),
            new Class<?>[] {RepositorySystem.class},
            (proxy, method, arguments) -> {
                assertEquals("resolveVersionRange", method.getName());
                VersionRangeRequest request = (VersionRangeRequest) arguments[1];
                VersionConstraint constraint = scheme.parseVersionConstraint(request.getArtifact().getVersion());
                List<Version> within = new ArrayList<>();
                for (String version : versions) {
                    Version parsed = scheme.parseVersion(version);
                    if (constraint.containsVersion(parsed)) {
                        within.add(parsed);
                    }
                }
                VersionRangeResult result = new VersionRangeResult(request).setVersionConstraint(constraint).setVersions(within);
                List.of(failures).forEach(result::addException);
                return result;
            });
        return new Releases((RepositorySystem) system, null, List.of(REMOTE));
    }

    private static String found(Releases releases, String wanted) throws MojoExecutionException {
        return releases.find(OWN, wanted).map(Artifact::getVersion).orElse("none");
    }

    @Test
    void theLastReleaseIsTheNewestBelowTheOwnVersion() throws Exception {
        Releases releases = having(List.of("1.2", "1.9", "1.10-SNAPSHOT", "1.10", "2.0"));
        assertEquals("1.9", found(releases, null));
        assertEquals("1.2", found(releases, "[1.0,1.5)"));
        assertEquals("2.0", found(releases, "[1.0,)"));
    }

    @Test
    void aSnapshotIsNoReleaseUnlessItIsNamed() throws Exception {
        Releases releases = having(List.of("1.8-SNAPSHOT", "1.9-20240229.101112-3"));
        assertEquals("none", found(releases, null));
        assertEquals("1.8-SNAPSHOT", found(releases, "1.8-SNAPSHOT"));
    }

    @Test
    void aRepositoryThatDoesNotKnowTheArtifactHasNoRelease() throws Exception {
        assertEquals("none", found(having(List.of(), new MetadataNotFoundException(VERSIONS, REMOTE)), null));
    }

    @Test
    void aRepositoryThatCannotBeAskedMayHaveOne() throws Exception {
        Exception failure = new MetadataTransferException(VERSIONS, REMOTE, "connection refused");
        MojoExecutionException told = assertThrows(MojoExecutionException.class, () -> found(having(List.of(), failure), null));
        assertTrue(told.getMessage().endsWith("(,1.10-SNAPSHOT) are not known: connection refused"), told.getMessage());
        assertEquals("1.9", found(having(List.of("1.9"), failure), null));
        assertEquals("1.9", found(having(List.of(), failure), "1.9"));
    }
}
