import type { DueEstimate } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { dayText } from '../../../../ui/page/date-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { IconClockExclamation } from '@tabler/icons-react'
import classes from '../Estimate.module.css'

const shownAtFirst = 5

/** Lists the clients for whom an estimate is due and the due days, earliest first. Renders nothing if there are none. */
export function DueEstimates({ due }: { due: readonly DueEstimate[] }) {
  const { t } = useTranslation('estimate')
  const [all, setAll] = useState(false)
  if (due.length === 0) return null
  const shown = all ? due : due.slice(0, shownAtFirst)
  return (
    <div className={classes.apart}>
      <Section title={t('due.title')} count={due.length} hint={t('due.hint')} rows>
        {shown.map((one) => (
          <DueRow key={one.clientId} of={one} />
        ))}
        {due.length > shown.length && (
          <Button variant="subtle" size="compact-sm" mx="sm" mb="xs" onClick={() => setAll(true)}>
            {t('due.showAll', { count: due.length })}
          </Button>
        )}
      </Section>
    </div>
  )
}

function DueRow({ of: { clientId, clientName, dueOn, isLate, sessionOn } }: { of: DueEstimate }) {
  const { t } = useTranslation(['estimate', 'common'])
  const locale = useLocale()
  const reason = sessionOn === null ? t('due.asked') : t('due.session', { day: dayText(sessionOn, locale) })
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <div>{clientName}</div>
        <div className={classes.facts}>{[t('due.on', { day: dayText(dueOn, locale) }), reason].join(' · ')}</div>
      </div>
      {isLate && (
        <StatusBadge tone="warning" icon={IconClockExclamation}>
          {t('due.late')}
        </StatusBadge>
      )}
      <ButtonLink
        variant="default"
        size="compact-sm"
        to="/dashboard/therapist/payments/estimates/$clientId"
        params={{ clientId }}
        aria-label={t('common:labelled', { label: t('due.write'), text: clientName })}
      >
        {t('due.write')}
      </ButtonLink>
    </CardRow>
  )
}
