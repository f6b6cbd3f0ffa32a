// Releases of a project, which Maven finds and fetches.
package io.github.casewise.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.ArtifactProperties;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactDescriptorResult;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.resolution.VersionRangeResult;
import org.eclipse.aether.transfer.MetadataNotFoundException;
import org.eclipse.aether.version.Version;

/** The releases that the repositories of a project have. */
final class Releases {
    private final RepositorySystem system;
    private final RepositorySystemSession session;
    private final List<RemoteRepository> repositories;

    Releases(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {
        this.system = system;
        this.session = session;
        this.repositories = repositories;
    }

    /** The version of an artifact that is wanted, or the newest release of a range of versions. Where null is wanted, that range is
     * all that is below the artifact's own version. None where no repository has one.
     *
     * @throws MojoExecutionException where it is not known whether there is one
     */
    Optional<Artifact> find(Artifact own, String wanted) throws MojoExecutionException {
        Artifact range = own.setVersion(wanted == null ? "(," + own.getVersion() + ")" : wanted);
        VersionRangeResult found;
        try {
            found = system.resolveVersionRange(session, new VersionRangeRequest(range, repositories, null));
        } catch (VersionRangeResolutionException error) {
            throw new MojoExecutionException("The releases of " + range + " are not known: " + error.getMessage(), error);
        }
        if (found.getVersionConstraint().getRange() == null) {
            return Optional.of(range);
        }
        Optional<Artifact> newest = newest(own, found.getVersions());
        // A repository that could not be asked may have one. One that does not know the artifact has none.
        Optional<Exception> unknown = found.getExceptions().stream()
            .filter(error -> !(error instanceof MetadataNotFoundException))
            .findFirst();
        if (newest.isEmpty() && unknown.isPresent()) {
            throw new MojoExecutionException(
                "The releases of " + range + " are not known: " + unknown.get().getMessage(), unknown.get());
        }
        return newest;
    }

    /** The last of some versions in their order that is no snapshot. */
    static Optional<Artifact> newest(Artifact own, List<Version> ascending) {
        return ascending.stream()
            .map(version -> own.setVersion(version.toString()))
            .filter(artifact -> !artifact.isSnapshot())
            .reduce((older, newer) -> newer);
    }

    /** An artifact's jar, with the jars of what it was compiled against and runs with.
     *
     * @throws MojoExecutionException where one of them is not there
     */
    Build resolve(Artifact artifact) throws MojoExecutionException {
        try {
            ArtifactResult jar = system.resolveArtifact(session, new ArtifactRequest(artifact, repositories, null));
            ArtifactDescriptorResult descriptor =
                system.readArtifactDescriptor(session, new ArtifactDescriptorRequest(artifact, repositories, null));
            // As Maven does it for a project, and not for a dependency of one: with what is optional or provided.
            CollectRequest collect = new CollectRequest();
            collect.setRootArtifact(artifact);
            collect.setDependencies(
                descriptor.getDependencies().stream().filter(Releases::isNoTest).collect(Collectors.toList()));
            collect.setManagedDependencies(descriptor.getManagedDependencies());
            collect.setRepositories(repositories);
            List<Path> classPath = system.resolveDependencies(session, new DependencyRequest(collect, null))
                .getArtifactResults()
                .stream()
                .map(ArtifactResult::getArtifact)
                .filter(Releases::isOnClassPath)
                .map(used -> used.getFile().toPath())
                .collect(Collectors.toList());
            return new Build(jar.getArtifact().getFile().toPath(), classPath);
        } catch (ArtifactResolutionException | ArtifactDescriptorException | DependencyResolutionException error) {
            throw new MojoExecutionException(artifact + " cannot be compared with: " + error.getMessage(), error);
        }
    }

    private static boolean isNoTest(Dependency dependency) {
        return !dependency.getScope().equals("test");
    }

    /** Whether it is no pom, archive of sources or the like. */
    private static boolean isOnClassPath(Artifact artifact) {
        return Boolean.parseBoolean(artifact.getProperty(ArtifactProperties.CONSTITUTES_BUILD_PATH, ""));
    }
}
