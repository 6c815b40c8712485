import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { missingOf, type BusinessDraft } from './business-draft.ts'
import classes from './business.module.css'
import { useChangedBusiness } from './use-business.ts'

type Props = { saved: OwnBusiness; draft: BusinessDraft; dirty: boolean }

/** A switch for payments, and the list of the fields that are missing before they can be switched on. */
export function PaymentsSection({ saved, draft, dirty }: Props) {
  const { t } = useTranslation('business')
  const setBusiness = useChangedBusiness()
  const change = useMutation({
    mutationFn: (on: boolean) => api.business.setOn({ on }),
    onSuccess: (after) => {
      setBusiness(after)
      toast.success(t(after.isOn ? 'payments.switchedOn' : 'payments.switchedOff'))
    },
  })
  const isOn = change.isPending ? change.variables : saved.isOn
  return (
    <Section title={t('payments.title')} hint={t('payments.hint')}>
      <Switch
        label={t('payments.label')}
        description={t('payments.description')}
        checked={isOn}
        disabled={!saved.isOn && saved.problems.length > 0}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <Missing saved={saved} draft={draft} dirty={dirty} />
      {change.isError && <FormError>{t('payments.failed')}</FormError>}
    </Section>
  )
}

/** Lists the fields that are missing before payments can be used. If none is missing but the draft is not saved, says that it must be saved. */
function Missing({ saved, draft, dirty }: Props) {
  const { t } = useTranslation('business')
  const missing = missingOf(draft)
  const needsSaving = missing.length === 0 && saved.problems.length > 0 && dirty
  return (
    <div className={classes.missing} role="status">
      {missing.length > 0 && (
        <>
          <Text size="sm" fw={550}>
            {t(saved.isOn ? 'payments.missingOn' : 'payments.missing')}
          </Text>
          <ul>
            {missing.map((requirement) => (
              <li key={requirement}>
                {t(`requirement.${requirement === 'taxId' && draft.country === 'US' ? 'ein' : requirement}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      {needsSaving && <Text size="sm">{t('payments.saveFirst')}</Text>}
    </div>
  )
}
