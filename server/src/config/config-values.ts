import { StartError } from '../errors.ts'

export class ConfigError extends StartError {}

export type Environment = Readonly<Record<string, string | undefined>>

export function text(environment: Environment, name: string, fallback: string): string {
  return environment[name]?.trim() || fallback
}

export function integer(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const given = text(environment, name, String(fallback))
  const value = Number(given)
  if (!/^\d+$/.test(given) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${given}".`)
  }
  return value
}

export function flag(environment: Environment, name: string, fallback: boolean): boolean {
  return oneOf(environment, name, String(fallback), ['true', 'false']) === 'true'
}

export function oneOf<const Value extends string>(
  environment: Environment,
  name: string,
  fallback: Value,
  values: readonly Value[],
): Value {
  const given = text(environment, name, fallback)
  const value = values.find((known) => known === given)
  if (value === undefined) throw new ConfigError(`${name} must be ${values.join(', ')}; it is "${given}".`)
  return value
}

export function parseUrl(given: string): URL | null {
  return URL.canParse(given) ? new URL(given) : null
}

export function httpUrl(environment: Environment, name: string, fallback: string): URL {
  const given = text(environment, name, fallback)
  const url = parseUrl(given)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(
      `${name} must be an http or https address such as https://audio.example.org; it is "${given}".`,
    )
  }
  return url
}
