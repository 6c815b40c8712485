import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { roles } from '@attune/contract/features/people/account/account.rules'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { currentLanguage, languageOptions } from '../../../../platform/settings/language.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useAccountCommand } from './use-account-command.ts'

type Invited = Omit<Parameters<typeof api.administration.inviteAccount>[0], 'id' | 'zone'>
const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim())

/** Invites a person to an account: asks for name, address, role and the language of the email. */
export function InviteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const { zone } = useLocale()
  const sendsEmail = useSendsEmail()
  const [id] = useState(createId)
  const [tried, setTried] = useState(false)
  const [invited, setInvited] = useState<Invited>({
    firstName: '',
    lastName: '',
    email: '',
    role: 'therapist',
    language: currentLanguage(),
  })
  const { run, problem } = useAccountCommand(
    () => api.administration.inviteAccount({ ...invited, email: invited.email.trim(), id, zone }),
    t(sendsEmail ? 'did.invite' : 'did.inviteNoMail'),
    onClose,
  )
  const isComplete = isFilled(invited.firstName) && isFilled(invited.lastName) && looksLikeEmail(invited.email)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('invite.title')}
      submit={t(sendsEmail ? 'invite.submit' : 'invite.submitNoMail')}
      back={t('back')}
      busy={run.isPending}
      dirty={isFilled(invited.firstName + invited.lastName + invited.email)}
      problem={problem}
      onSubmit={() => {
        setTried(true)
        if (isComplete) run.mutate()
      }}
    >
      <InvitedFields invited={invited} tried={tried} onChange={setInvited} />
      <Text size="sm">{t(sendsEmail ? 'invite.text' : 'invite.textNoMail')}</Text>
    </FormDialog>
  )
}

type FieldsProps = { invited: Invited; tried: boolean; onChange: (invited: Invited) => void }

function InvitedFields({ invited, tried, onChange }: FieldsProps) {
  const { t } = useTranslation('accounts')
  const name = (field: 'firstName' | 'lastName') => ({
    label: t(`invite.${field}`),
    maxLength: textLengths.name,
    value: invited[field],
    error: tried && !isFilled(invited[field]) && t('invite.nameMissing'),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ ...invited, [field]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput {...name('firstName')} autoComplete="off" />
      <TextInput {...name('lastName')} autoComplete="off" />
      <TextInput
        type="email"
        label={t('invite.email')}
        autoComplete="off"
        maxLength={textLengths.email}
        value={invited.email}
        error={tried && !looksLikeEmail(invited.email) && t('invite.emailInvalid')}
        onChange={(event) => onChange({ ...invited, email: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('filter')}
        value={invited.role}
        data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        onChange={(event) => onChange({ ...invited, role: event.currentTarget.value as Invited['role'] })}
      />
      <NativeSelect
        label={t('invite.language')}
        value={invited.language}
        data={languageOptions(useProductSettings().languages, invited.language)}
        onChange={(event) => onChange({ ...invited, language: event.currentTarget.value as Invited['language'] })}
      />
    </>
  )
}
