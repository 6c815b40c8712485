import { isInviteCode } from '@attune/contract/common/invite-code'
import { Stack, TextInput } from '@mantine/core'
import { IconHeartHandshake, IconUserHeart } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../platform/api.ts'
import { useErrorMessage } from '../../platform/use-error-message.ts'
import { landingPage } from '../../platform/landing-page.ts'
import { deleteInviteCode, savedInviteCode } from '../../platform/invite-code.ts'
import { currentLanguage } from '../../platform/language.ts'
import type { Me } from '../../platform/login.ts'
import { browserZone, fetchLogin, applyMe } from '../../platform/login.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx'
import { RoleCard } from './RoleCard.tsx'
import classes from './Onboarding.module.css'

type Values = {
  role: 'client' | 'therapist' | null
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
  const words = useErrorMessage('onboard')
  const router = useRouter()
  const product = useQuery(orpc.product.info.queryOptions({ input: {} })).data
  const draft = useDraft('onboarding', () => initialValues(me))
  const values = draft.value
  const [tried, setTried] = useState(false)
  const code = values.role === 'client' ? values.inviteCode.trim() : ''
  const problems = {
    role: !values.role && t('roleMissing'),
    names: (!values.firstName.trim() || !values.lastName.trim()) && t('namesMissing'),
    code: code !== '' && !isInviteCode(code) && t('codeShape'),
  }
  const onboard = useMutation({
    mutationFn: async (role: 'client' | 'therapist') => {
      const { firstName, lastName, zone } = values
      const after = await api.account.onboard({
        role,
        firstName,
        lastName,
        zone,
        language: currentLanguage(),
        ...(code && { inviteCode: code }),
      })
      draft.forget()
      deleteInviteCode()
      applyMe(after)
      const login = await fetchLogin()
      const home = login && (await landingPage(login))
      if (home && home !== '/onboarding') router.history.replace(home)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!onboard.isPending && values.role && !Object.values(problems).some(Boolean)) onboard.mutate(values.role)
  }
  const text = (name: 'firstName' | 'lastName' | 'inviteCode') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ ...values, [name]: event.currentTarget.value }),
  })
  const byInvitation = product?.therapistSignup === 'invite-only'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="lg">
        <fieldset className={classes.roles}>
          <legend>{t('role')}</legend>
          <RoleCard
            icon={IconUserHeart}
            title={t('client')}
            text={t('clientText')}
            value="client"
            chosen={values.role}
            onChoose={(role) => draft.change({ ...values, role })}
          />
          <RoleCard
            icon={IconHeartHandshake}
            title={t('therapist')}
            text={t(
              byInvitation
                ? 'therapistByInvitation'
                : product?.therapistSignup === 'open'
                  ? 'therapistOpen'
                  : 'therapistText',
            )}
            value="therapist"
            disabled={byInvitation}
            chosen={values.role}
            onChoose={(role) => draft.change({ ...values, role })}
          />
        </fieldset>
        <FormError>{tried ? problems.role || null : null}</FormError>
        <div className={classes.names}>
          <TextInput
            size="md"
            label={t('firstName')}
            autoComplete="given-name"
            maxLength={100}
            error={tried && !values.firstName.trim() && problems.names}
            {...text('firstName')}
          />
          <TextInput
            size="md"
            label={t('lastName')}
            autoComplete="family-name"
            maxLength={100}
            error={tried && !values.lastName.trim() && problems.names}
            {...text('lastName')}
          />
        </div>
        <TimeZoneSelect
          size="md"
          label={t('zone')}
          description={t(values.role === 'therapist' ? 'zoneTherapist' : 'zoneClient')}
          value={values.zone}
          onChange={(zone) => draft.change({ ...values, zone })}
        />
        {values.role === 'client' && (
          <TextInput
            size="md"
            label={t('code')}
            description={t('codeText')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            classNames={{ input: classes.code }}
            error={tried && problems.code}
            {...text('inviteCode')}
          />
        )}
        <FormError>{words(onboard.error)}</FormError>
        <SubmitButton running={onboard.isPending} fullWidth>
          {t('submit')}
        </SubmitButton>
      </Stack>
    </form>
  )
}
