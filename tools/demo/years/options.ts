import { StartError } from '../../../apps/server/src/platform/process/start-error.ts'

/** The options of a practice with years of work. */
export type YearsOptions = { years: number; therapists: number }

const highest = { years: 20, therapists: 50 }

/** Returns the options `--years` and `--therapists`, or null if neither is given. Throws a StartError if one is missing or no whole number. */
export function yearsOf(args: readonly string[]): YearsOptions | null {
  const [years, therapists] = [valueOf(args, 'years'), valueOf(args, 'therapists')]
  if (years === undefined && therapists === undefined) return null
  return { years: numberOf('years', years), therapists: numberOf('therapists', therapists) }
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const place = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  return place < 0 ? undefined : (args[place]?.split('=')[1] ?? args[place + 1] ?? '')
}

function numberOf(name: keyof YearsOptions, value: string | undefined): number {
  if (value === undefined) throw new StartError(`--${name} is missing: --years and --therapists go together.`)
  if (!/^\d{1,2}$/.test(value) || Number(value) < 1 || Number(value) > highest[name])
    throw new StartError(`--${name} must be a whole number from 1 to ${highest[name]}, not '${value}'.`)
  return Number(value)
}
