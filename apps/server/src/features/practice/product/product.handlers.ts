import { contract } from '@attune/contract'
import { wallClockOf } from '@attune/contract/common/time/time'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { readProductSettings, readSupportHours } from '../administration/administration.ts'
import { readLegalPage } from '../legal-text/legal-text.ts'
import { isSetUp } from './product.set-up.ts'
import { sendFeedback } from './product.feedback.ts'

const on = implement(contract.product).$context<Context>()

export const productHandlers = {
  info: on.info.handler(async ({ context: { app } }) => {
    const [product, setUp] = await Promise.all([readProductSettings(app), isSetUp(app)])
    return {
      practiceName: product.practiceName,
      therapistSignup: product.therapistSignup,
      mailConfigured: app.config.smtpUrl !== null,
      loopback: app.site.isLoopback(),
      setUp,
      settings: app.site.settings(),
    }
  }),

  legalPage: on.legalPage.handler(({ input, context: { app } }) => readLegalPage(app, input)),

  support: on.support.handler(async ({ context: { app } }) => {
    const [settings, { firstDay, lastDay, from, to, zone }] = await Promise.all([
      readProductSettings(app),
      readSupportHours(app),
    ])
    const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index)
    const hours = { days, from, to, zone }
    return {
      text: settings.supportText,
      email: settings.supportEmail,
      hours,
      open: isWithinSupportHours(hours, app.clock.now()),
    }
  }),

  sendFeedback: on.sendFeedback.handler(async ({ input, context }) => {
    await sendFeedback(context, input)
    return { done: true as const }
  }),
}

type SupportHours = { days: number[]; from: string; to: string; zone: string }

/**
 * Returns whether `now` is within the support hours, in their own time zone. `days` contains weekdays from 1 (Monday)
 * to 7 (Sunday).
 */
export function isWithinSupportHours({ days, from, to, zone }: SupportHours, now: Date): boolean {
  const { day, time } = wallClockOf(now.toISOString(), zone)
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  return days.includes(weekday) && time >= from && time < to
}
