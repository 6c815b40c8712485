import '../../../../ui/styles-overlay.ts'
import type { ClientId } from '@attune/contract/common/ids'
import type { ClientGuardian, ClientGuardians } from '@attune/contract/features/people/guardian/guardian.invitations'
import {
  guardianBases,
  type GuardianBasis,
  suggestedGuardianRights,
} from '@attune/contract/features/people/guardian/guardian.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useCheckedForm } from '../../../../ui/dialog/use-checked-form.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { GuardianFields, type GuardianDraft } from './GuardianFields.tsx'
import { useGuardianChange, useGuardianProblem } from './use-client-guardians.ts'

type InviteProps = {
  clientId: ClientId
  contact: ClientGuardians['contacts'][number]
  guardians: Pick<ClientGuardians, 'firstName' | 'age' | 'isOfAge'>
  onClose: () => void
}

/** Invites a contact as a guardian. No right is chosen in advance; those for the client's age are marked as suggestions. */
export function InviteGuardianDialog({ clientId, contact, guardians, onClose }: InviteProps) {
  const { t } = useTranslation('guardianInvitation')
  const { firstName, age, isOfAge } = guardians
  const [id] = useState(createId)
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const isByHand = info.data?.mailConfigured === false
  const bases = isOfAge ? guardianBases.filter((basis) => basis !== 'parent') : guardianBases
  const problemOf = useGuardianProblem(firstName)
  const invite = useGuardianChange(
    (draft: GuardianDraft) => api.guardian.invite({ id, clientId, contactId: contact.id, ...inputOf(draft) }),
    { name: firstName, done: t(isByHand ? 'done.link' : 'done.invited'), isQuiet: true },
  )
  const form = useGuardianForm(
    { rights: [], basis: bases[0] ?? 'parent', validUntil: '', knowsOthers: false, reachesBack: false },
    (draft) => invite.mutate(draft, { onSuccess: onClose }),
  )
  return (
    <FormDialog
      wide
      title={t('dialog.invite', { name: contact.name })}
      submit={t(isByHand ? 'dialog.submitLink' : 'dialog.submit')}
      back={t('dialog.cancel')}
      busy={invite.isPending}
      dirty={form.isDirty}
      problem={problemOf(invite.error)}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <GuardianFields
        {...form.fields}
        names={{ name: contact.name, client: firstName }}
        bases={bases}
        suggested={suggestedGuardianRights(age)}
      />
    </FormDialog>
  )
}

type EditProps = { guardian: ClientGuardian; client: string; onClose: () => void }

/** Changes the rights of a guardian. If another window has changed them in the meantime, says so and saves nothing. */
export function EditGuardianDialog({ guardian, client, onClose }: EditProps) {
  const { t } = useTranslation('guardianInvitation')
  const [{ id, version, basis }] = useState(guardian)
  const problemOf = useGuardianProblem(client)
  const save = useGuardianChange(
    ({ basis: _basis, ...draft }: GuardianDraft) => api.guardian.save({ id, version, ...savedOf(draft) }),
    { name: client, done: t('done.saved'), isQuiet: true },
  )
  const form = useGuardianForm(draftOf(guardian), (draft) => save.mutate(draft, { onSuccess: onClose }))
  return (
    <FormDialog
      wide
      title={t('dialog.edit', { name: guardian.name })}
      submit={t('dialog.save')}
      back={t('dialog.cancel')}
      busy={save.isPending}
      dirty={form.isDirty}
      problem={problemOf(save.error)}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <GuardianFields {...form.fields} names={{ name: guardian.name, client }} bases={[basis]} suggested={[]} />
    </FormDialog>
  )
}

/**
 * Returns the form for the rights of a guardian. If the basis needs a last day, the draft can be saved only if that day is today or later, or
 * unchanged.
 */
function useGuardianForm(initial: GuardianDraft, save: (draft: GuardianDraft) => void) {
  const locale = useLocale()
  const [today] = useState(() => localDay(new Date().toISOString(), locale))
  const isOver = ({ basis, validUntil }: GuardianDraft) =>
    basis !== 'parent' && (validUntil === '' || (validUntil < today && validUntil !== initial.validUntil))
  return useCheckedForm<GuardianDraft, 'until'>(
    () => initial,
    (draft) => (isOver(draft) ? ['until'] : []),
    save,
  )
}

const savedOf = ({ validUntil, ...draft }: Omit<GuardianDraft, 'basis'>) => ({
  ...draft,
  validUntil: validUntil || null,
})

const inputOf = ({ basis, ...draft }: GuardianDraft): ReturnType<typeof savedOf> & { basis: GuardianBasis } => ({
  basis,
  ...savedOf(basis === 'parent' ? { ...draft, validUntil: '' } : draft),
})

const draftOf = ({ rights, basis, validUntil, knowsOthers }: ClientGuardian): GuardianDraft => ({
  rights: rights.map(({ right }) => right),
  basis,
  validUntil: validUntil ?? '',
  knowsOthers,
  reachesBack: false,
})
