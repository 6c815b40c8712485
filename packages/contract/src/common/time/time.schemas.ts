import { z } from 'zod'
import { isWithinReach, clockTime, isZone } from './time.ts'

/**
 * An instant from 2 January 2000 to 30 December 2099, with any UTC offset. The schema converts it to UTC, e.g.
 * `2026-11-26T10:00:00.000Z`.
 */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((value) => value >= '2000-01-02' && value < '2099-12-31', 'OUT_OF_REACH')
  .transform((value) => new Date(value).toISOString())

/**
 * A calendar day without a zone, e.g. `1992-05-02`. Limited to the years 1000 to 2999, for which calendars, time zones and the database give the same
 * results.
 */
export const Day = z.iso.date().refine(isWithinReach, 'OUT_OF_REACH')

export const ClockTime = z.string().regex(clockTime)

/** An IANA time zone, e.g. `Europe/Berlin`. */
export const Zone = z.string().max(64).refine(isZone, 'UNKNOWN_ZONE')
