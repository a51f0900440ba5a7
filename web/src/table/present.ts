/** Who is there, and who is missed. */

import type { Document } from "../protocol/types";
import { words } from "../words";

type Seat = Document["seats"][string];

/** The game master's seat where a machine leads is nobody's: it is not missed. */
const isMissed = (seat: Seat): boolean => !seat.here && seat.name !== words.margin.theMachine;

/** `at the table`, `not here`; nothing of the machine, which comes and goes unseen. */
export const presence = (seat: Seat, own: boolean): string => (seat.here || own ? words.table.here : isMissed(seat) ? words.table.notHere : "");

/** For whom one may wait in vain. */
export const missed = (seats: readonly (Seat | undefined)[]): string[] => seats.flatMap((seat) => (seat && isMissed(seat) ? seat.name : []));
