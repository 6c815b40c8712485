import { z } from 'zod'
import { read } from '../../../common/procedure.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { Role } from '../../people/account/account.ts'
import { LoginView } from '../../people/login/login.schemas.ts'
import { CalendarContent } from '../../schedule/calendar/calendar.ts'
import { Session } from '../../schedule/session/session.schemas.ts'
import { ClientHome } from '../client-home/client-home.ts'
import { Frame, Overview } from '../dashboard/dashboard.ts'

const Period = z.strictObject({ from: Instant, to: Instant })

export const FirstPage = z.strictObject({
  login: LoginView.nullable(),
  frame: Frame.nullable(),
  clientHome: ClientHome.nullable(),
  overview: Overview.nullable(),
  sessions: z.strictObject({ items: z.array(Session) }).nullable(),
  calendar: CalendarContent.nullable(),
})
export type FirstPage = z.infer<typeof FirstPage>

export const firstPage = {
  /**
   * The parts that a page needs first, in one call before its scripts are loaded, so that all parts belong to the same account: the outputs of
   * `login.session` and `dashboard.frame`; on a home page, also the output of `clientHome.get`, or of `dashboard.get` for the period `home`; on the
   * calendar, also the output of `session.between` and, for a therapist, of `calendar.between` for the period `calendar`. Pages of earlier versions
   * do not send `calendar`. `role` is the role in the address of the page. A part is null if the page does not show it, if the login has another
   * role, is locked or lacks a factor, or if the part cannot be read.
   */
  get: read
    .input(z.strictObject({ role: Role, home: Period.nullable(), calendar: Period.optional() }))
    .output(FirstPage),
}
