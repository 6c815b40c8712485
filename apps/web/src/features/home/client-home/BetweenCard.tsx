import type { HomeInvoices } from '@attune/contract/features/home/client-home/client-home'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { IconArrowsExchange, IconClockQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { firstNameOf } from '../../../ui/page/first-name.ts'
import { useUnreadMessages } from '../../messages/message/message.ts'
import classes from './client-home.module.css'
import { FormsToFillRow, useFormsToFill } from './FormsToFillRow.tsx'
import { InvoicesToPayRow } from './InvoicesToPayRow.tsx'
import { MessageRows } from './MessageRows.tsx'

type Props = {
  therapists: readonly ConnectedTherapist[]
  sessions: readonly Session[]
  /** Undefined until the invoices are loaded, and if the server is an older version that does not send them. */
  invoices: HomeInvoices | null | undefined
  /** Called when an invoice or a payment has changed. */
  onPaid: () => void
}

/** The card of open matters between the client and the therapists: requests that await an answer, forms to fill in, invoices to pay, and messages. */
export function BetweenCard({ therapists, sessions, invoices, onPaid }: Props) {
  const { t } = useTranslation('dashboard')
  const forms = useFormsToFill()
  const unread = useUnreadMessages()
  useSubscription('invoices', onPaid)
  useSubscription('payments', onPaid)
  const connected = therapists.filter(({ status }) => status === 'connected')
  const requests = sessions.filter(awaitsTherapist)
  const [first, ...others] = connected
  if (!first && !invoices && forms + unread + requests.length === 0) return null
  return (
    <Section
      title={first && others.length === 0 ? t('between.one', { name: firstNameOf(first.name) }) : t('between.several')}
      rows
    >
      {requests.map((session) => (
        <RequestRow key={session.id} session={session} />
      ))}
      {forms > 0 && <FormsToFillRow count={forms} />}
      {invoices && <InvoicesToPayRow {...invoices} />}
      <MessageRows therapists={connected} />
    </Section>
  )
}

/** Whether a request for a session, or a request to change a session, awaits the therapist's answer. */
const awaitsTherapist = ({ status, change }: Session) => status === 'pending' || change === 'open'

function RequestRow({ session }: { session: Session }) {
  const { t } = useTranslation(['dashboard', 'negotiation'])
  const locale = useLocale()
  const isNew = session.status === 'pending'
  const Icon = isNew ? IconClockQuestion : IconArrowsExchange
  return (
    <div className={classes.line}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>
        <Link
          className={classes.subject}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'client' }}
          search={{ id: session.id }}
        >
          {t(isNew ? 'between.request' : 'between.change', { when: momentInSentence(session.startsAt, locale) })}
        </Link>
        <span className={classes.why}>
          {t(`negotiation:consequence.client.${isNew ? 'request' : 'move'}`, {
            name: firstNameOf(session.therapist.name),
          })}
        </span>
      </span>
    </div>
  )
}
