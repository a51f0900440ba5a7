/** The line of a seat to its table: says who comes, comes back when it breaks, and numbers what is said both ways. */

import type { Bye, Change, FromSeat, Pinged, Reply, ToSeat, Welcome } from "./types";

export type Kind = FromSeat["do"];
export type Fields<K extends Kind> = Omit<Extract<FromSeat, { do: K }>, "do">;
export type State = "connecting" | "waiting" | "here" | "away" | "gone";

/** Refused by a rule or the table: nothing has changed. */
export class Refusal extends Error {
  constructor(
    readonly reason: string,
    readonly rule: string,
  ) {
    super(reason);
  }
}

/** Not understood, or a fault of the server. */
export class Fault extends Error {}

/** The line broke before the answer came: it may have been done or not. */
export class Lost extends Error {}

export interface Listener {
  welcome(message: Welcome): void;
  change(message: Change): void;
  ping(message: Pinged): void;
  state(state: State, last?: Bye): void;
}

interface Pending {
  n: number;
  text: string;
  look: boolean;
  sent: boolean;
  resolve(result: unknown): void;
  reject(fault: Error): void;
}

export interface Wire {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

const FIRST_WAIT = 300; // milliseconds before the line is tried again, twice as long each time
const LONGEST_WAIT = 8_000;
const QUIET = 15_000; // milliseconds without a word after which a line is tried out when somebody looks again
const TRIED = 4_000; // in which it must answer then

export class Line {
  #socket: Wire | null = null;
  #session = "";
  #seq = 0;
  #n = 0;
  #pending = new Map<number, Pending>();
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #over = false;
  #greeted = false;

  constructor(
    readonly address: string,
    readonly token: string,
    readonly listener: Listener,
    readonly open: (address: string) => Wire = (address) => new WebSocket(address) as unknown as Wire,
  ) {
    this.#connect();
  }

  /** Sends what a seat does or asks; what is asked is asked again after a broken line, what is done is not. */
  send<K extends Kind>(kind: K, fields: Fields<K>, look: boolean): Promise<unknown> {
    if (this.#over) return Promise.reject(new Lost());
    const n = ++this.#n;
    const text = JSON.stringify({ n, do: kind, ...fields });
    return new Promise((resolve, reject) => {
      this.#pending.set(n, { n, text, look, sent: this.#greeted, resolve, reject });
      if (this.#greeted) this.#socket?.send(text);
    });
  }

  /** Somebody looks at the page again: try the line now, whatever it seems to be. */
  wake(): void {
    if (this.#over) return;
    if (this.#socket === null) {
      clearTimeout(this.#timer);
      this.#wait = FIRST_WAIT;
      this.#connect();
    } else if (this.#greeted && Date.now() - this.#heard > QUIET) {
      const [before, socket] = [this.#heard, this.#socket];
      void this.send("log", { most: 0 }, true).catch(() => undefined);
      setTimeout(() => this.#heard === before && this.#socket === socket && this.#drop(), TRIED);
    }
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    this.#lose(() => true);
  }

  #connect(): void {
    const socket = this.open(this.address);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => {
      const back = this.#session ? { do: "resume", token: this.token, session: this.#session, seq: this.#seq } : { do: "hello", token: this.token };
      socket.send(JSON.stringify(back));
    };
    socket.onmessage = (event: { data: string }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ToSeat);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken();
    };
  }

  /** What is left of this line is of no use. */
  #drop(): void {
    const socket = this.#socket;
    this.#broken();
    socket?.close();
  }

  #broken(): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    this.#greeted = false;
    if (this.#over) return;
    this.listener.state("away");
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #hear(message: ToSeat): void {
    this.#heard = Date.now();
    switch (message.is) {
      case "welcome":
        this.#lose((pending) => pending.sent && !pending.look); // another session: nobody knows what was done
        this.#session = message.session;
        this.#seq = message.seq;
        this.listener.welcome(message);
        this.#here();
        return;
      case "resumed":
        this.#here();
        return;
      case "waiting":
        this.#wait = FIRST_WAIT;
        this.listener.state("waiting");
        return;
      case "bye":
        this.#bye(message);
        return;
      case "ping":
        this.listener.ping(message);
        return;
      case "change":
        if (this.#follows(message.seq)) this.listener.change(message);
        return;
      case "reply":
        if (this.#follows(message.seq)) this.#answered(message);
    }
  }

  #here(): void {
    this.#wait = FIRST_WAIT;
    this.#greeted = true;
    this.listener.state("here");
    for (const pending of this.#pending.values()) {
      pending.sent = true;
      this.#socket?.send(pending.text);
    }
  }

  #bye(bye: Bye): void {
    if (bye.then === "again") {
      this.#session = "";
      return; // the line breaks now, and is tried again
    }
    this.close();
    this.listener.state("gone", bye);
  }

  /** Is this the next message? One that came before is passed over; where one is missing all is told anew. */
  #follows(seq: number): boolean {
    if (seq <= this.#seq) return false;
    if (seq > this.#seq + 1) {
      this.#session = "";
      this.#drop();
      return false;
    }
    this.#seq = seq;
    return true;
  }

  #answered(reply: Reply): void {
    const pending = this.#pending.get(reply.n);
    this.#pending.delete(reply.n);
    if (reply.ok) pending?.resolve(reply.result ?? null);
    else if (reply.refused) pending?.reject(new Refusal(reply.refused.reason, reply.refused.rule));
    else pending?.reject(new Fault(reply.fault ?? ""));
  }

  #lose(which: (pending: Pending) => boolean): void {
    for (const pending of [...this.#pending.values()].filter(which)) {
      this.#pending.delete(pending.n);
      pending.reject(new Lost());
    }
  }
}
