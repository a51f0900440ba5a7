"""Figures of a server for Prometheus: how much there is, what is done, how long it takes and what goes wrong. No table
and nobody is named in them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from ludex.core.files.version import version_here
from ludex.server.watch.logs import fault_of

SECONDS = 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0
TYPE = CONTENT_TYPE_LATEST.replace("; charset=utf-8", "")  # whoever answers adds that

# When each figure was first told: nobody asks, and it would be every fifth line
disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        told = {
            "doing": "What seats do, by kind, until it is kept and told.",
            "look": "What seats ask, by kind.",
            "store": "What the store is asked to do, by kind.",
        }
        self._seconds = {
            what: Histogram(f"ludex_{what}_seconds", words, ["kind"], registry=self.registry, buckets=SECONDS)
            for what, words in told.items()
        }
        self._refused = self._counter("refused", "What was refused, by kind.", "what", "kind")
        self._failed = self._counter("failed", "What broke down or could not be kept, by kind.", "what", "kind")
        self._faults = self._counter("faults", "Faults that were logged, by kind.", "kind")
        self._http = Histogram(
            "ludex_http_seconds", "Requests, by route.", ["method", "route"], registry=self.registry, buckets=SECONDS
        )
        self._answers = self._counter("answers", "Answers, by status.", "status")
        self.sent = self._counter("sent_bytes", "Bytes that were sent.", "over")
        self.sockets = Gauge("ludex_sockets", "Sockets that are open.", registry=self.registry)
        Info("ludex", "Which Ludex this is.", registry=self.registry).info({"version": version_here()})
        self.logged = Logged(self._faults)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"ludex_{name}", words, labels, registry=self.registry)

    def gauge(self, name: str, words: str, found: Callable[[], float]) -> None:
        """One more figure, found whenever somebody looks."""
        Gauge(f"ludex_{name}", words, registry=self.registry).set_function(found)

    def measure(self, what: str, kind: str, seconds: float, came: str) -> None:
        """Something was done, and what came of it: `done`, `refused` or `failed`."""
        self._seconds[what].labels(kind).observe(seconds)
        if came == "refused":
            self._refused.labels(what, kind).inc()
        elif came == "failed":
            self._failed.labels(what, kind).inc()

    def asked(self, method: str, route: str, status: int, seconds: float | None) -> None:
        self._answers.labels(str(status)).inc()
        if seconds is not None:
            self._http.labels(method, route).observe(seconds)

    def written(self) -> bytes:
        return generate_latest(self.registry)


def side_by_side(told: Mapping[int, bytes]) -> bytes:
    """The figures of several processes, each with the number of its own."""
    registry = CollectorRegistry()
    registry.register(_Told(told))
    return generate_latest(registry)


class _Told(Collector):
    def __init__(self, told: Mapping[int, bytes]) -> None:
        self._told = told

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for number, figures in sorted(self._told.items()):
            for metric in text_string_to_metric_families(figures.decode()):
                kept = found.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                for sample in metric.samples:
                    kept.samples.append(sample._replace(labels={**sample.labels, "worker": str(number + 1)}))
        yield from found.values()


class Logged(logging.Handler):
    """Counts the faults that are logged, however seldom they are written."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        fault = fault_of(record)
        self._counter.labels(fault.kind if fault is not None else "words").inc()
