# Untested recipe: docker build -t formework . && docker run --rm -v "$PWD:/books" formework run lear
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff ./
COPY src ./src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -r /wheels \
    && useradd --create-home reader
USER reader
WORKDIR /books
ENTRYPOINT ["formework"]
CMD ["--help"]
