/** Where the record is read from its newest on. */
export function newestOfRecord(): HTMLElement | null {
  const record = document.querySelector<HTMLElement>("#record");
  return [...(record?.querySelectorAll<HTMLElement>("[role=log] .card > button") ?? [])].at(-1) ?? record;
}
