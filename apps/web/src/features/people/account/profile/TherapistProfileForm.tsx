import { entriesOf, type FieldList } from '@attune/contract/common/fields'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { TherapistProfile } from '@attune/contract/features/people/account/account'
import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useKeptChanges } from '../../../../platform/draft/use-kept-changes.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type texts from '../../../../locales/account/en.json'
import { ProfileFormCard } from './ProfileFormCard.tsx'

type ProfileText = keyof (typeof texts)['profile']
type ProfileField = { label: ProfileText; max: number; lines?: true; hint?: ProfileText }

/** The label, the maximum length and the hint of each field; `lines` renders a text area. */
const fields: FieldList<keyof TherapistProfile, ProfileField> = {
  specialization: { label: 'specialization', max: textLengths.profileLine },
  credentials: { label: 'credentials', max: textLengths.profileLine, hint: 'credentialsHint' },
  bio: { label: 'bio', max: textLengths.profileText, lines: true },
  aboutMe: { label: 'aboutMe', max: textLengths.profileText, lines: true },
}

type Props = { profile: TherapistProfile; title: string; hint: string }

/**
 * Edits the therapist profile. The admin sees the profile with the role request; clients see it once they are
 * connected.
 */
export function TherapistProfileForm({ profile, title, hint }: Props) {
  const { t } = useTranslation('account')
  const cache = useQueryClient()
  const draft = useDraft('practice', () => profile)
  const keepChanges = useKeptChanges(draft)
  const facts = draft.value
  const save = useMutation({
    mutationFn: (saving: TherapistProfile) => api.account.saveTherapistProfile(saving),
    onSuccess: (after, saving) => {
      cache.setQueryData(orpc.account.therapistProfile.queryKey({ input: {} }), after)
      keepChanges(saving, after)
      toast({ variant: 'success', title: t('profile.saved') })
    },
  })
  return (
    <ProfileFormCard
      title={title}
      hint={hint}
      draft={draft}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(facts)}
    >
      {entriesOf(fields).map(([name, { label, lines, hint, max }]) => {
        const common = {
          label: t(`profile.${label}`),
          value: facts[name],
          maxLength: max,
          onChange: (event: { currentTarget: { value: string } }) =>
            draft.change({ ...facts, [name]: event.currentTarget.value }),
        }
        return lines ? (
          <Textarea key={name} {...common} autosize minRows={3} maxRows={14} styles={{ input: { fontSize: 16 } }} />
        ) : (
          <TextInput key={name} {...common} description={hint && t(`profile.${hint}`)} />
        )
      })}
    </ProfileFormCard>
  )
}
