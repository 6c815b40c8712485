import type { TherapistProfile } from '@attune/contract/features/account'
import { Stack, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './Onboarding.module.css'

/** What a therapist says about their work; the admin reads it before deciding, clients read it later. */
export function TherapistFields() {
  const { t } = useTranslation('onboarding')
  const words = useErrorWords()
  const profile = useQuery(query.account.therapistProfile.queryOptions({ input: {} }))
  if (profile.error) return <FormError>{words(profile.error)}</FormError>
  return profile.data ? <Fields key="fields" start={profile.data} heading={t('profile.title')} /> : null
}

function Fields({ start, heading }: { start: TherapistProfile; heading: string }) {
  const { t } = useTranslation('onboarding')
  const words = useErrorWords()
  const cache = useQueryClient()
  const [values, setValues] = useState(start)
  const save = useMutation({
    mutationFn: () => api.account.saveTherapistProfile(values),
    onSuccess: (saved) => {
      cache.setQueryData(query.account.therapistProfile.queryKey({ input: {} }), saved)
      toast.success(t('profile.saved'))
    },
  })
  const field = (name: keyof TherapistProfile) => ({
    label: t(`profile.${name}`),
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className={classes.profile}>
      <h2>{heading}</h2>
      <p>{t('profile.text')}</p>
      <Stack gap="md">
        <TextInput size="md" maxLength={200} {...field('specialization')} />
        <TextInput size="md" maxLength={200} description={t('profile.credentialsHint')} {...field('credentials')} />
        <Textarea size="md" maxLength={4000} autosize minRows={2} maxRows={8} {...field('bio')} />
        <Textarea size="md" maxLength={4000} autosize minRows={2} maxRows={8} {...field('aboutMe')} />
        <FormError>{words(save.error)}</FormError>
        <SubmitButton running={save.isPending}>{t('profile.save')}</SubmitButton>
      </Stack>
    </form>
  )
}
