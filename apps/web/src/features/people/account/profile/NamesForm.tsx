import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled, isStorable } from '@attune/contract/common/text/text'
import { SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { applyMe, type Me } from '../../../../platform/login/login.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useKeptChanges } from '../../../../platform/draft/use-kept-changes.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { ProfileFormCard } from './ProfileFormCard.tsx'

/** Edits the first and last name of the signed-in person. */
export function NamesForm({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const draft = useDraft('names', () => ({ firstName: me.firstName, lastName: me.lastName }))
  const keepChanges = useKeptChanges(draft)
  const names = draft.value
  const [checked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: (saving: typeof names) => api.account.saveNames(saving),
    onSuccess: (after, saving) => {
      keepChanges(saving, { firstName: after.firstName, lastName: after.lastName })
      applyMe(after)
      toast({ variant: 'success', title: t('profile.saved') })
    },
  })
  const wrong = (name: keyof typeof names) => !isFilled(names[name]) || !isStorable(names[name])
  const field = (name: keyof typeof names) => ({
    label: t(`profile.${name}`),
    value: names[name],
    required: true,
    maxLength: textLengths.name,
    error: checked && wrong(name) && t('profile.namesRequired'),
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ ...names, [name]: event.currentTarget.value }),
  })
  return (
    <ProfileFormCard
      title={t('profile.names')}
      hint={t(me.role === 'admin' ? 'profile.namesHintAdmin' : 'profile.namesHint')}
      draft={draft}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => {
        setChecked(true)
        if (!wrong('firstName') && !wrong('lastName')) save.mutate(names)
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...field('firstName')} autoComplete="given-name" />
        <TextInput {...field('lastName')} autoComplete="family-name" />
      </SimpleGrid>
    </ProfileFormCard>
  )
}
