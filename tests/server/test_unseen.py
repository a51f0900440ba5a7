"""What a player may not know makes no difference to the lab of the table: who fights there, and what is simulated."""

from __future__ import annotations

import pickle

from ludex.core.files.codec import encode
from ludex.core.kernel.ruling import BadInput
from ludex.server.http.labs import LabTold, Simulating, lab_told, table_job
from ludex.table.document.show import Documents
from tests.table.test_unseen import EACH, Secret, Told


def simulated(kept: Told, word: str) -> tuple[bytes, str]:
    """The scene that is simulated for the player, and what is said to a deed about somebody of this name."""
    seat = kept.table.seats[kept.ann]
    job = pickle.loads(table_job(Simulating(), Documents(kept.table), seat))
    try:
        deeds = [{"actor": word, "name": "move", "args": {}}]
        table_job(Simulating(deeds=deeds), Documents(kept.table), seat)
    except BadInput as fault:
        return encode(job.scene), str(fault)
    raise AssertionError("nobody simulates what others do")


def told(kept: Told) -> LabTold:
    return lab_told(Documents(kept.table), kept.table.seats[kept.ann])


@EACH
def test_the_lab_knows_no_more_than_the_player(secret: Secret) -> None:
    here, there = Told(secret, secret.here), Told(secret, secret.there)
    assert told(here) == told(there)
    for word in here.names() or {"nobody"}:
        assert simulated(here, word) == simulated(there, word)
