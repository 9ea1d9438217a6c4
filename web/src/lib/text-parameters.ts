/** A search schema of texts that may be missing; what else the address says is left out. */
export function textParameters<Name extends string>(...names: Name[]) {
  return (address: Partial<Record<Name, string>>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.map((name) => [name, address[name]]).filter(([, value]) => typeof value === 'string'),
    ) as Partial<Record<Name, string>>
}
