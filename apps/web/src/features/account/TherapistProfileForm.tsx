import { textLengths } from '@attune/contract/common/lengths'
import type { TherapistProfile } from '@attune/contract/features/account'
import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { toast } from '../../ui/toast.ts'
import { ProfileFormCard } from './ProfileFormCard.tsx'

type Props = { profile: TherapistProfile; title: string; hint: string }

/** Edits the therapist profile. The admin reads it before approving the role; connected clients read it later. */
export function TherapistProfileForm({ profile, title, hint }: Props) {
  const { t } = useTranslation('account')
  const cache = useQueryClient()
  const draft = useDraft('practice', () => profile)
  const facts = draft.value
  const save = useMutation({
    mutationFn: () => api.account.saveTherapistProfile(facts),
    onSuccess: (after) => {
      cache.setQueryData(orpc.account.therapistProfile.queryKey({ input: {} }), after)
      draft.forget(after)
      toast({ variant: 'success', title: t('profile.saved') })
    },
  })
  const field = (name: keyof TherapistProfile, maxLength: number) => ({
    label: t(`profile.${name}`),
    value: facts[name],
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ ...facts, [name]: event.currentTarget.value }),
  })
  return (
    <ProfileFormCard
      title={title}
      hint={hint}
      draft={draft}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <TextInput {...field('specialization', textLengths.profileLine)} />
      <TextInput {...field('credentials', textLengths.profileLine)} description={t('profile.credentialsHint')} />
      <Textarea
        {...field('bio', textLengths.profileText)}
        autosize
        minRows={3}
        maxRows={14}
        styles={{ input: { fontSize: 16 } }}
      />
      <Textarea
        {...field('aboutMe', textLengths.profileText)}
        autosize
        minRows={3}
        maxRows={14}
        styles={{ input: { fontSize: 16 } }}
      />
    </ProfileFormCard>
  )
}
