import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './business.module.css'
import { useChangedBusiness } from './use-business.ts'

type Props = { saved: OwnBusiness }

/** A switch for payments, and the list of the fields that are missing before they can be switched on. */
export function PaymentsSection({ saved }: Props) {
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
      <Missing saved={saved} />
      {change.isError && <FormError>{t('payments.failed')}</FormError>}
    </Section>
  )
}

/** Lists the fields that are missing before payments can be used, with a link to their page. */
function Missing({ saved: { problems, isOn, fields } }: Props) {
  const { t } = useTranslation('business')
  return (
    <div className={classes.missing} role="status">
      {problems.length > 0 && (
        <>
          <Text size="sm" fw={550}>
            {t(isOn ? 'payments.missingOn' : 'payments.missing')}
          </Text>
          <ul>
            {problems.map((requirement) => (
              <li key={requirement}>
                {t(`requirement.${requirement === 'taxId' && fields.country === 'US' ? 'ein' : requirement}`)}
              </li>
            ))}
          </ul>
          <p>
            <TextLink
              to="/dashboard/$userType/settings/$subject"
              params={{ userType: 'therapist', subject: 'business' }}
            >
              {t('payments.enter')}
            </TextLink>
          </p>
        </>
      )}
    </div>
  )
}
