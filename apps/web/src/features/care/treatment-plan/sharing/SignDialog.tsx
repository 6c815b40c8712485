import { isFilled } from '@attune/contract/common/text/text'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import classes from '../treatment-plan.module.css'
import { usePlanChange } from '../use-plan.ts'

type Props = {
  /** The signer's name, which the empty field shows as its placeholder. */
  name: string
  number: number
  send: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Signs a version of a plan with a typed name. */
export function SignDialog({ name, number, send, onClose }: Props) {
  const { t } = useTranslation(['treatmentPlan', 'common'])
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const { change, problem } = usePlanChange({ send, done: t('sign.done'), onDone: onClose })
  return (
    <FormDialog
      title={t('sign.sign')}
      submit={t('sign.sign')}
      back={t('common:cancel')}
      busy={change.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (isFilled(typed)) change.mutate(typed)
      }}
    >
      <p className={classes.text}>{t('sign.what', { number })}</p>
      <TextInput
        required
        label={t('sign.name')}
        placeholder={name}
        autoComplete="name"
        maxLength={planLimits.signature}
        value={typed}
        error={checked && !isFilled(typed) && t('sign.nameMissing')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Callout>{t('sign.simple')}</Callout>
    </FormDialog>
  )
}
