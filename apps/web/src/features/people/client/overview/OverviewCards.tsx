import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { RecordOverview } from '@attune/contract/features/people/client/client.overview'
import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay, momentText } from '../../../../ui/page/date-text.ts'
import { CardRow, DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import classes from './ClientOverview.module.css'

const BalanceAmount = lazyNamed(() => import('./BalanceAmount.tsx'), 'BalanceAmount', '\u00a0')

const sessionLink = (id: SessionId) =>
  ({ to: '/dashboard/$userType/sessions/session-details', params: { userType: 'therapist' }, search: { id } }) as const

type StepsProps = { steps: NonNullable<RecordOverview['nextSteps']>; name: string }

/** The next steps that were noted in the latest session, as a list with one item per line. */
export function NextStepsCard({ steps, name }: StepsProps) {
  const { t } = useTranslation('clientOverview')
  const locale = useLocale()
  const when = dateText(localDay(steps.startsAt, locale), locale.language)
  const lines = steps.text.split('\n').filter((line) => line.trim())
  return (
    <Section
      title={t('steps.title')}
      hint={t(steps.isShared ? 'steps.shared' : 'steps.private', { when, name })}
      action={<TextLink {...sessionLink(steps.sessionId)}>{t('steps.open')}</TextLink>}
    >
      <ul className={classes.steps}>
        {lines.map((line, at) => (
          <li key={at}>{line.replace(/^\s*[-*•]\s*/, '')}</li>
        ))}
      </ul>
    </Section>
  )
}

/** Lists the latest shared entries that the therapist has not read. */
export function NewEntriesCard({ entries, clientId }: { entries: RecordOverview['entries']; clientId: ClientId }) {
  const { t } = useTranslation('clientOverview')
  const locale = useLocale()
  return (
    <Section
      title={t('entries.title')}
      count={entries.count}
      rows
      action={
        <TextLink
          to="/dashboard/therapist/clients/$clientId/client-profile"
          params={{ clientId }}
          search={{ tab: 'journal' }}
        >
          {t('entries.all')}
        </TextLink>
      }
    >
      {entries.items.map(({ id, title, writtenAt }) => (
        <CardRow key={id}>
          <span className={classes.entry}>{title || t('entries.untitled')}</span>
          <Text size="sm" c="dimmed">
            {momentText(writtenAt, locale)}
          </Text>
        </CardRow>
      ))}
    </Section>
  )
}

/** Shows the beginning of the latest session notes, each with a link to its session. */
export function LatestNotesCard({ notes }: Pick<RecordOverview, 'notes'>) {
  const { t } = useTranslation('clientOverview')
  const locale = useLocale()
  return (
    <Section title={t('notes.title')} hint={<OnlyYou />}>
      {notes.map(({ sessionId, startsAt, lines, isSigned }) => (
        <article key={sessionId} className={classes.note}>
          <div className={classes.noteHead}>
            <Link className={classes.noteLink} {...sessionLink(sessionId)}>
              {dateText(localDay(startsAt, locale), locale.language)}
            </Link>
            <Text span size="sm" c="dimmed">
              {t(isSigned ? 'notes.signed' : 'notes.unsigned')}
            </Text>
          </div>
          <p className={classes.lines}>{lines}</p>
        </article>
      ))}
    </Section>
  )
}

/** Says that only the therapist can read the content of a card. */
export function OnlyYou() {
  const { t } = useTranslation('client')
  return (
    <span className={classes.lock}>
      <IconLock size={14} aria-hidden /> {t('profile.onlyYou')}
    </span>
  )
}

/** Shows the open and the overdue amounts of the client's invoices, by currency. */
export function OpenBalanceCard({ balances }: Pick<RecordOverview, 'balances'>) {
  const { t } = useTranslation('clientOverview')
  return (
    <Section
      title={t('balance.title')}
      action={<TextLink to="/dashboard/therapist/payments">{t('balance.payments')}</TextLink>}
    >
      <DefinitionList
        of={balances.flatMap(({ currency, openMinor, overdueMinor }) => [
          [t('balance.open'), <AmountLine key={currency} minor={openMinor} currency={currency} />] as const,
          ...(overdueMinor === '0'
            ? []
            : [
                [
                  t('balance.overdue'),
                  <Text key={currency} span c="var(--attune-warning)" fw={550} size="sm">
                    <AmountLine minor={overdueMinor} currency={currency} />
                  </Text>,
                ] as const,
              ]),
        ])}
      />
    </Section>
  )
}

/** An amount of money. Shows an empty line until the code for amounts has loaded, so that the layout does not shift. */
function AmountLine(props: { minor: string; currency: string }) {
  return <BalanceAmount {...props} />
}
