import { businessLimits } from '@attune/contract/features/billing/business/business.rules'
import { NumberInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import type { BusinessFieldsProps } from './use-business-form.ts'

const ReminderTextList = lazyNamed(
  () => import('../payment/payment.ts'),
  'ReminderTextList',
  <RowSkeletons rows={3} avatar={false} />,
)

/** Edits when a payment reminder is proposed, and the texts of the reminders, which are saved separately. */
export function ReminderSection({ draft, problems, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  const own = useMe()?.language ?? 'en'
  return (
    <Section title={t('reminders.title')} hint={t('reminders.hint')}>
      <Stack gap="lg">
        <NumberInput
          label={t('reminders.afterDays')}
          description={t('reminders.afterDaysHint')}
          min={1}
          max={businessLimits.remindAfterDays}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={draft.remindAfterDays ?? ''}
          error={problems.remindAfterDays && t('problem.remindAfterDays')}
          onChange={(value) => onChange({ remindAfterDays: typeof value === 'number' ? value : null })}
        />
        <ReminderTextList first={draft.language ?? own} />
      </Stack>
    </Section>
  )
}
