/** A clock that all processes of a drill share: so many times as fast as the machine's. */
export interface DrillClock {
  readonly speed: number
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Tells it to another process. */
  readonly settings: Readonly<Record<string, string>>
}

/** @param from what it shows now */
export function startDrill(speed: number, from: number): DrillClock {
  return readDrill({ DRILL_SPEED: String(speed), DRILL_FROM: String(from), DRILL_BEGAN: String(Date.now()) })
}

export function readDrill(environment: Readonly<Record<string, string | undefined>>): DrillClock {
  const { DRILL_SPEED = '1', DRILL_FROM = '0', DRILL_BEGAN = '0' } = environment
  const [speed, from, began] = [DRILL_SPEED, DRILL_FROM, DRILL_BEGAN].map(Number) as [number, number, number]
  return {
    speed,
    clock: () => from + (Date.now() - began) * speed,
    settings: { DRILL_SPEED, DRILL_FROM, DRILL_BEGAN },
  }
}
