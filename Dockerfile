# casewise with a JDK, to run on the classes of a mounted folder:
#
#   docker build --tag casewise .
#   docker run --rm --volume "$PWD:/project" casewise check target/classes
FROM rust:1.95-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends default-jdk-headless python3-pip \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /casewise
COPY . .
RUN scripts/release --out /release \
    && mkdir /opt/casewise \
    && tar -xzf /release/casewise-*.tar.gz --strip-components=1 -C /opt/casewise

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends default-jdk-headless \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home casewise
COPY --from=build /opt/casewise /opt/casewise
ENV PATH=/opt/casewise:$PATH
USER casewise
WORKDIR /project
ENTRYPOINT ["casewise"]
CMD ["--help"]
