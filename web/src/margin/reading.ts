/** Whether somebody reads the newest of a record, which then stays in view. Only who scrolls leaves it: that lines come or
 *  go, or that something takes of its height, does not count. */

const NEAR = 40; // pixels from the end at which one still reads the newest

export interface Box {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

export interface Reading {
  atEnd: boolean;
  top: number; // how far it was scrolled last
  height: number; // of all of it then
  seen: number; // of what was seen of it
}

export const AT_END: Reading = { atEnd: true, top: 0, height: 0, seen: 0 };

export function scrolledTo(was: Reading, box: Box): Reading {
  if (box.clientHeight === 0) return was; // it is put away for now
  const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  const laidAnew = box.scrollHeight !== was.height || box.clientHeight !== was.seen;
  return { atEnd: near || (laidAnew && was.atEnd), top: box.scrollTop, height: box.scrollHeight, seen: box.clientHeight };
}
