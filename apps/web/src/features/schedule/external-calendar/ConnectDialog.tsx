import type { ExternalAccountId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import {
  type ExternalProvider,
  normalizeServerAddress,
} from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useFailureText } from './use-failure-text.ts'
import { useGoogleConsent } from './use-google-consent.ts'
import { SecretInput } from '../../../ui/input/SecretInput.tsx'

const programs = ['nextcloud', 'icloud', 'fastmail'] as const
const technical = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

type Values = { address: string; userName: string; password: string }

type Props = { offersGoogle: boolean; onConnected: (accountId: ExternalAccountId) => void; onClose: () => void }

/**
 * Connects a CalDAV account, or a Google account if the host has configured Google. The password is sent once and never stored in the browser. For
 * Google, the browser opens Google's page.
 */
export function ConnectDialog({ offersGoogle, onConnected, onClose }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText()
  const [chosen, setChosen] = useState<ExternalProvider | null>(null)
  const server = useServerForm(onConnected)
  const consent = useGoogleConsent(null)
  // The response that says whether Google is offered may arrive after the dialog has opened. It must not discard text that was typed in the meantime.
  const provider = chosen ?? (offersGoogle && !server.isDirty ? 'google' : 'caldav')
  const isGoogle = provider === 'google'
  const { isPending, error } = isGoogle ? consent : server.connect
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('connect.title')}
      submit={t(isGoogle ? 'google.submit' : 'connect.submit')}
      back={t('back')}
      busy={isPending}
      dirty={!isGoogle && server.isDirty}
      problem={error && failure(error)}
      onSubmit={isGoogle ? () => consent.mutate() : server.submit}
    >
      {offersGoogle && <ProviderChoice value={provider} onChange={setChosen} />}
      {isGoogle ? (
        <Text size="sm">{t('google.about')}</Text>
      ) : (
        <ConnectFields values={server.values} isChecked={server.isChecked} onChange={server.setValues} />
      )}
    </FormDialog>
  )
}

function useServerForm(onConnected: Props['onConnected']) {
  const [id] = useState(createId)
  const [values, setValues] = useState({ address: '', userName: '', password: '' })
  const [isChecked, setChecked] = useState(false)
  const connect = useMutation({
    mutationFn: () => api.externalCalendar.connect({ id, ...values }),
    onSuccess: () => onConnected(id),
  })
  const isComplete =
    normalizeServerAddress(values.address) !== null && isFilled(values.userName) && values.password !== ''
  const submit = () => {
    setChecked(true)
    if (isComplete) connect.mutate()
  }
  const isDirty = Boolean(values.address || values.userName || values.password)
  return { values, setValues, isChecked, isDirty, connect, submit }
}

type ChoiceProps = { value: ExternalProvider; onChange: (provider: ExternalProvider) => void }

function ProviderChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('externalCalendar')
  return (
    <Radio.Group
      label={t('connect.provider')}
      value={value}
      onChange={(next) => onChange(next === 'google' ? 'google' : 'caldav')}
    >
      <Stack gap="sm" mt={6}>
        <Radio value="google" label={t('google.name')} data-autofocus />
        <Radio value="caldav" label={t('connect.caldav')} description={t('connect.caldavHint')} />
      </Stack>
    </Radio.Group>
  )
}

type FieldProps = { values: Values; isChecked: boolean; onChange: (values: Values) => void }

/** The input fields of an account, with hints that say where each calendar program shows the values. */
function ConnectFields({ values, isChecked, onChange }: FieldProps) {
  const { t } = useTranslation('externalCalendar')
  const change = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    onChange({ ...values, [name]: value })
  }
  const addressError = isFilled(values.address) ? t('connect.addressWrong') : t('connect.addressMissing')
  return (
    <>
      <TextInput
        {...technical}
        label={t('connect.address')}
        placeholder="https://"
        inputMode="url"
        value={values.address}
        maxLength={textLengths.calendarAddress}
        data-autofocus
        error={isChecked && normalizeServerAddress(values.address) === null && addressError}
        onChange={change('address')}
      />
      <TextInput
        {...technical}
        label={t('connect.userName')}
        value={values.userName}
        maxLength={textLengths.calendarUserName}
        error={isChecked && !isFilled(values.userName) && t('connect.userNameMissing')}
        onChange={change('userName')}
      />
      <SecretInput
        label={t('connect.password')}
        description={t('connect.passwordHint')}
        autoComplete="off"
        value={values.password}
        maxLength={500}
        error={isChecked && values.password === '' && t('connect.passwordMissing')}
        onChange={change('password')}
      />
      <Text size="sm" c="dimmed" component="div">
        {programs.map((program) => (
          <div key={program}>{t(`connect.where.${program}`)}</div>
        ))}
      </Text>
    </>
  )
}
