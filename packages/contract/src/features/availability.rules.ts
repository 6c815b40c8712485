import type { BookingRules } from './availability.ts'

export const defaultBookingRules: BookingRules = {
  bufferBefore: 0,
  bufferAfter: 10,
  noticeMinutes: 1440,
  horizonDays: 56,
  stepMinutes: 30,
  perDay: null,
  perWeek: null,
}
