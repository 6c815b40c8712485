import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import type { Availability, SlotSearchResult } from '@attune/contract/features/schedule/availability/availability'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'

const range = { formats: ['video' as const], location: '' }

/** Returns an availability with two ranges by video on Monday, and one in person on Friday. */
export function sampleAvailability(part: Partial<Availability> = {}): Availability {
  return {
    weekly: [
      { weekday: 1, from: '08:30', until: '12:00', ...range },
      { weekday: 1, from: '13:00', until: '17:00', ...range },
      { weekday: 5, from: '09:00', until: '13:00', formats: ['in-person'], location: '' },
    ],
    rules: defaultBookingRules,
    version: 3,
    zone: 'Europe/Berlin',
    days: [],
    ...part,
  }
}

/** The server's responses for the timetable page of a therapist without day overrides and absences. */
export const therapistAnswers = {
  'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
  'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin', language: 'en' }),
  'terms/mine': () => ({ ...defaultTerms, location: 'Praxis Hafenstraße' }),
  'availability/mine': () => sampleAvailability(),
  'availability/absences': () => ({ items: [] }),
  'availability/sessionsDuringTimeOff': () => ({ items: [], total: 0 }),
}

const later = (startsAt: string) => new Date(Date.parse(startsAt) + 50 * 60_000).toISOString()

/** Returns free 50-minute slots of a therapist in Berlin that start at the instants `starts`. */
export function sampleSlots(starts: readonly string[], part: Partial<SlotSearchResult> = {}): SlotSearchResult {
  return {
    zone: 'Europe/Berlin',
    durationMinutes: 50,
    formats: ['video'],
    slots: starts.map((startsAt) => ({ startsAt, endsAt: later(startsAt), location: '' })),
    next: starts[0] ?? null,
    earliest: starts[0] ?? '2099-11-02T08:00:00.000Z',
    latest: '2099-12-31',
    proposeTimes: true,
    ...part,
  }
}
