import { unansweredFields } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { Text, TextInput } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../Form.module.css'
import { useFormRefusalText } from '../use-forms.ts'
import { focusAnswer } from './answer-anchor.ts'
import { useSignForm } from './use-sign-form.ts'

type Props = {
  form: OwnFormView
  answers: FormAnswers
  isSigned: boolean
  isBlocked: boolean
  onMissing: (missing: string[]) => void
  beforeSign: () => Promise<unknown>
  onSigned: () => void
}

/** The end of a form: a field for the signer's name, and the button that signs or submits the form. */
export function SignPart({ form, answers, isSigned, isBlocked, onMissing, beforeSign, onSigned }: Props) {
  const { t } = useTranslation('form')
  const refusal = useFormRefusalText()
  const [typedName, setTypedName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const signed = () => {
    onSigned()
    toast.success(t(isSigned ? 'own.signed' : 'own.submitted'))
  }
  const sign = useSignForm(form, { answers, beforeSign, onMissing, onSigned: signed })
  const missing = unansweredFields(form.content, answers)
  const lacksSigner = isSigned && !typedName.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    reportMissing(missing, onMissing)
    if (missing.length === 0 && !lacksSigner && !sign.isPending) sign.mutate(typedName)
  }
  return (
    <Section title={t(isSigned ? 'own.sign' : 'own.submit')} hint={isSigned && t('signature.simple')}>
      <form className={classes.sign} noValidate onSubmit={submit}>
        {isSigned && <Signer form={form} typedName={typedName} onName={setTypedName} isTried={isTried} />}
        {isTried && <MissingAnswers count={missing.length + (lacksSigner ? 1 : 0)} />}
        <FormError>{sign.error && refusal(sign.error)}</FormError>
        <SubmitButton
          running={sign.isPending}
          disabled={isBlocked}
          fullWidth
          leftSection={isSigned && <IconSignature size={20} aria-hidden />}
        >
          {t(isSigned ? 'own.signAction' : 'own.submitAction')}
        </SubmitButton>
      </form>
    </Section>
  )
}

/** Marks the required answers that are missing and moves the focus to the first. */
function reportMissing(missing: string[], onMissing: Props['onMissing']): void {
  onMissing(missing)
  if (missing[0]) focusAnswer(missing[0])
}

function MissingAnswers({ count }: { count: number }) {
  const { t } = useTranslation('form')
  if (count === 0) return null
  return (
    <Callout kind="danger" urgent>
      {t('own.missing', { count })}
    </Callout>
  )
}

type SignerProps = {
  form: OwnFormView
  typedName: string
  onName: (name: string) => void
  isTried: boolean
}

function Signer({ form, typedName, onName, isTried }: SignerProps) {
  const { t } = useTranslation('form')
  const label = form.content.fields.find(({ type }) => type === 'signature')
  return (
    <>
      {label && <div className={classes.question}>{label.label}</div>}
      <TextInput
        label={t('own.name')}
        size="md"
        autoComplete="name"
        maxLength={200}
        value={typedName}
        error={isTried && !typedName.trim() && t('own.required')}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('own.signText', { number: form.version })}
      </Text>
    </>
  )
}
