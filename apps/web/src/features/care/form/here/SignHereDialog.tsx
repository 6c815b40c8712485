import type { ClientId, ContactId } from '@attune/contract/common/ids'
import type { SignLinks } from '@attune/contract/features/care/form/form.links'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { openGuardianPage } from '../../../../platform/auth/signing-here.ts'
import { hasUnsavedChanges } from '../../../../platform/draft/unsaved.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useFormRefusalText } from '../use-forms.ts'

type Props = { client: { id: ClientId; name: string }; item: SentForm; onClose: () => void }

/** Hands this device over to a guardian who signs a form, and locks the therapist's login until the therapist unlocks it. */
export function SignHereDialog({ client, item, onClose }: Props) {
  const { t } = useTranslation(['signHere', 'form'])
  const refusal = useFormRefusalText()
  const [chosen, setChosen] = useState('')
  const [isUnsaved, setUnsaved] = useState(false)
  const read = useQuery(orpc.form.signLinks.queryOptions({ input: { clientId: client.id, id: item.id } }))
  const contacts = read.data?.contacts ?? []
  const contact = contacts.find(({ id }) => id === chosen) ?? contacts[0]
  const start = useStartSigningHere(client.id, item.id)
  const submit = () => {
    // Starts nothing while changes are unsaved, because this tab then leaves the therapist's page and would lose them.
    setUnsaved(hasUnsavedChanges())
    if (contact && !hasUnsavedChanges()) start.mutate(contact.id)
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      back={t('form:back')}
      busy={start.isPending || start.isSuccess}
      disabled={!contact}
      problem={isUnsaved ? t('unsaved') : start.error && refusal(start.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <Query
        of={read}
        pending={<RowSkeletons rows={1} avatar={false} />}
        failed={t('failed')}
        again={t('form:again')}
        empty={contacts.length === 0 && <Callout kind="warning">{t('noGuardian', { name: client.name })}</Callout>}
      >
        {() => (
          <>
            <NativeSelect
              label={t('who')}
              data={contacts.map(optionOf)}
              value={contact?.id ?? ''}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            <Text size="sm">{t('locks')}</Text>
            <Text size="sm" c="dimmed">
              {t('minutes')}
            </Text>
          </>
        )}
      </Query>
    </FormDialog>
  )
}

const optionOf = ({ id, name, relationship }: SignLinks['contacts'][number]) => ({
  value: id,
  label: relationship ? `${name} (${relationship})` : name,
})

/** Returns a mutation that locks the therapist's login and opens the page of the guardian. It does not wait for a connection. */
function useStartSigningHere(clientId: ClientId, id: SentForm['id']) {
  return useMutation({
    networkMode: 'always',
    mutationFn: (contactId: ContactId) =>
      api.form.startSigningHere({ clientId, id, contactId }, { context: { offline: 'fail' } }),
    async onSuccess({ token }) {
      // Locks the other tabs, and this page in case the browser shows it again.
      const { idleLock } = await import('../../../../platform/auth/auth.ts')
      idleLock.lock()
      openGuardianPage(token)
    },
  })
}
