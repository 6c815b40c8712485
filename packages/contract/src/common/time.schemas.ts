import { z } from 'zod'
import { isWithinReach, clockTime, isZone } from './time.ts'

/** An instant in UTC within this century, e.g. `2026-11-26T10:00:00.000Z`. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((value) => value >= '2000-01-02' && value < '2099-12-31', 'OUT_OF_REACH')
  .transform((value) => new Date(value).toISOString())

/**
 * A calendar day without a zone, e.g. `1992-05-02`. Limited to the years that calendars, time zones and the database handle in the same
 * way.
 */
export const Day = z.iso.date().refine(isWithinReach, 'OUT_OF_REACH')

export const ClockTime = z.string().regex(clockTime)

/** An IANA time zone, e.g. `Europe/Berlin`. */
export const Zone = z.string().max(64).refine(isZone, 'UNKNOWN_ZONE')
