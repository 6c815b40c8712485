import { textLengths } from '@attune/contract/common/text/lengths'
import { joiningRole } from '@attune/contract/features/practice/legal-text/legal-text.rules'
import { isInviteCode } from '@attune/contract/common/invite-code'
import { isFilled } from '@attune/contract/common/text/text'
import { Stack, TextInput } from '@mantine/core'
import { IconHeartHandshake, IconUserHeart } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { landingPage } from '../../../../platform/login/landing-page.ts'
import { deleteInviteCode, savedInviteCode } from '../../../../platform/login/invite-code.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { browserZone, fetchLogin, applyMe } from '../../../../platform/login/login.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { TimeZoneSelect } from '../../../../ui/choice/TimeZoneSelect.tsx'
import { JoiningConsent, type JoiningConsentState, useJoiningConsent } from '../../../practice/legal-text/legal-text.ts'
import { RoleCard } from './RoleCard.tsx'
import classes from './Onboarding.module.css'

type OnboardingInput = Parameters<typeof api.account.onboard>[0]
type Role = OnboardingInput['role']
type Values = {
  role: Role | null
  firstName: string
  lastName: string
  zone: string
  inviteCode: string
}

const initialValues = (me: Me): Values => ({
  role: savedInviteCode() ? 'client' : null,
  firstName: me.firstName,
  lastName: me.lastName,
  zone: browserZone(),
  inviteCode: savedInviteCode(),
})

/** Asks for role, names, time zone and, for a client, the invite code. */
export function OnboardingForm({ me }: { me: Me }) {
  const { t } = useTranslation('onboarding')
  const errorText = useErrorMessage('onboard')
  const draft = useDraft('onboarding', () => initialValues(me))
  const values = draft.value
  const [tried, setTried] = useState(false)
  const code = values.role === 'client' && isFilled(values.inviteCode) ? values.inviteCode : ''
  const problems = {
    role: !values.role && t('roleMissing'),
    names: (!isFilled(values.firstName) || !isFilled(values.lastName)) && t('namesMissing'),
    code: code !== '' && !isInviteCode(code) && t('codeShape'),
  }
  const consent = useJoiningConsent(values.role && joiningRole(me.role, values.role))
  const onboard = useOnboard(draft.forget, consent)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!onboard.isPending && values.role && consent.check() && !Object.values(problems).some(Boolean))
      onboard.mutate({ ...values, role: values.role, inviteCode: code })
  }
  const change = (part: Partial<Values>) => draft.change({ ...values, ...part })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="lg">
        <RoleFields chosen={values.role} onChoose={(role) => change({ role })} />
        <FormError>{tried ? problems.role || null : null}</FormError>
        <NameFields values={values} missing={tried && problems.names} onChange={change} />
        <TimeZoneSelect
          size="md"
          label={t('zone')}
          description={t(values.role === 'therapist' ? 'zoneTherapist' : 'zoneClient')}
          value={values.zone}
          onChange={(zone) => change({ zone })}
        />
        {values.role === 'client' && (
          <InviteCodeField
            value={values.inviteCode}
            problem={tried && problems.code}
            onChange={(inviteCode) => change({ inviteCode })}
          />
        )}
        <JoiningConsent consent={consent} />
        <FormError>{consent.isRefusal(onboard.error) ? null : errorText(onboard.error)}</FormError>
        <SubmitButton running={onboard.isPending} fullWidth>
          {t('submit')}
        </SubmitButton>
      </Stack>
    </form>
  )
}

/** Returns a mutation that onboards the account, deletes the draft of the form and opens the start page of the chosen role. */
function useOnboard(forgetDraft: () => void, consent: JoiningConsentState) {
  const router = useRouter()
  return useMutation({
    mutationFn: async ({ role, firstName, lastName, zone, inviteCode }: Values & { role: Role }) => {
      const entered: Required<Omit<OnboardingInput, 'inviteCode' | 'agreedVersionId'>> = {
        role,
        firstName,
        lastName,
        zone,
        language: currentLanguage(),
      }
      const after = await api.account.onboard({ ...entered, ...(inviteCode && { inviteCode }), ...consent.input })
      forgetDraft()
      deleteInviteCode()
      applyMe(after)
      const login = await fetchLogin()
      const home = login && (await landingPage())
      if (home && home !== '/onboarding') router.history.replace(home)
    },
    onError: consent.onError,
  })
}

function RoleFields({ chosen, onChoose }: { chosen: Role | null; onChoose: (role: Role) => void }) {
  const { t } = useTranslation('onboarding')
  const product = useQuery(orpc.product.info.queryOptions({ input: {} })).data
  const byInvitation = product?.therapistSignup === 'invite-only'
  const open = product?.therapistSignup === 'open'
  return (
    <fieldset className={classes.roles}>
      <legend>{t('role')}</legend>
      <RoleCard
        icon={IconUserHeart}
        title={t('client')}
        text={t('clientText')}
        value="client"
        chosen={chosen}
        onChoose={onChoose}
      />
      <RoleCard
        icon={IconHeartHandshake}
        title={t('therapist')}
        text={t(byInvitation ? 'therapistByInvitation' : open ? 'therapistOpen' : 'therapistText')}
        value="therapist"
        disabled={byInvitation}
        chosen={chosen}
        onChoose={onChoose}
      />
    </fieldset>
  )
}

type NameProps = { values: Values; missing: string | false; onChange: (part: Partial<Values>) => void }

/** The fields for first and last name. `missing` is the error message of an empty field; false shows no message. */
function NameFields({ values, missing, onChange }: NameProps) {
  const { t } = useTranslation('onboarding')
  const text = (name: 'firstName' | 'lastName') => ({
    value: values[name],
    error: !isFilled(values[name]) && missing,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <div className={classes.names}>
      <TextInput
        size="md"
        label={t('firstName')}
        autoComplete="given-name"
        maxLength={textLengths.name}
        {...text('firstName')}
      />
      <TextInput
        size="md"
        label={t('lastName')}
        autoComplete="family-name"
        maxLength={textLengths.name}
        {...text('lastName')}
      />
    </div>
  )
}

type CodeProps = { value: string; problem: string | false; onChange: (code: string) => void }

function InviteCodeField({ value, problem, onChange }: CodeProps) {
  const { t } = useTranslation('onboarding')
  return (
    <TextInput
      size="md"
      label={t('code')}
      description={t('codeText')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={textLengths.inviteCode}
      classNames={{ input: classes.code }}
      error={problem}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
