import type { ClientId } from '@attune/contract/common/ids'
import { Text } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useNoteCache } from '../session-note/use-note.ts'
import classes from './parts.module.css'
import type { ShownNotePart } from './shown-parts.ts'
import type { OpenParts } from './use-open-parts.ts'

type Props = {
  parts: readonly ShownNotePart[]
  open: OpenParts
  onClose: () => void
  onSigned: (() => void) | undefined
}

/**
 * Shows which parts will be signed and which stay empty. On confirmation, saves every part and signs exactly the versions that were saved. If a part
 * cannot be saved, nothing is signed, and the dialog names the part.
 */
export function SignPartsDialog({ parts, open, onClose, onSigned }: Props) {
  const { t, i18n } = useTranslation('note')
  const { sign, unsaved } = useSignAll({ parts, open, onClose, onSigned })
  const listed = (of: readonly ShownNotePart[]) =>
    new Intl.ListFormat(i18n.resolvedLanguage).format(of.map(({ title }) => title))
  const isFilled = ({ key }: ShownNotePart) => open.states[key]?.isFilled === true
  const conflicts = unsaved.filter(({ key }) => open.states[key]?.phase === 'conflict')
  const problem = () => {
    if (conflicts.length > 0) return t('parts.sign.conflict', { parts: listed(conflicts) })
    if (unsaved.length > 0) return t('parts.sign.unsaved', { parts: listed(unsaved) })
    return sign.isError && t(errorCode(sign.error) === 'EMPTY' ? 'sign.empty' : 'sign.failed')
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('sign.title')}
      submit={t('sign.submit')}
      back={t('sign.back')}
      busy={sign.isPending}
      problem={problem()}
      onSubmit={() => sign.mutate()}
    >
      <PartNames title={t('parts.sign.with')} of={parts.filter(isFilled)} />
      <PartNames title={t('parts.sign.without')} of={parts.filter((shown) => !isFilled(shown))} />
      <Text size="sm">{t('parts.sign.text')}</Text>
      <Text size="sm">{t('parts.sign.later')}</Text>
    </FormDialog>
  )
}

function PartNames({ title, of }: { title: string; of: readonly ShownNotePart[] }) {
  if (of.length === 0) return null
  return (
    <section className={classes.names}>
      <h3>{title}</h3>
      <ul>
        {of.map(({ key, title: name }) => (
          <li key={key}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a mutation that saves and signs all unsigned parts, and the parts that it could not save. */
function useSignAll({ parts, open, onClose, onSigned }: Props) {
  const { t } = useTranslation('note')
  const sessionId = parts[0]?.part.sessionId ?? ''
  const cache = useNoteCache({ sessionId, clientId: null })
  const [command] = useState(createId)
  const unsigned = parts.filter(({ note }) => !note.signedAt)
  const sign = useMutation({
    mutationFn: async () => {
      const isSaved = await Promise.all(
        unsigned.map(({ key }) => open.editors.get(key)?.autosave.saveNow() ?? Promise.resolve(true)),
      )
      const unsaved = unsigned.filter((_, at) => !isSaved[at])
      if (unsaved.length > 0) return { unsaved }
      const versions = unsigned.map(({ key, note: { clientId, version } }) => ({
        clientId,
        version: open.editors.get(key)?.autosave.version ?? version,
      }))
      return { unsaved, signed: await api.note.signAll({ sessionId, command, parts: versions }) }
    },
    onSuccess: ({ signed }) => {
      if (!signed) return
      cache.putParts(signed)
      toast.success(t('sign.done'))
      onClose()
      onSigned?.()
    },
    onError: (error) => {
      if (errorCode(error) !== 'NOTE_CHANGED') return
      // A part was changed on another device. The dialog closes, because the therapist must see the new text before signing.
      const changed = partOfError(parts, error)
      void cache.refetchSaved()
      onClose()
      toast.warning(changed ? t('parts.sign.changed', { part: changed.title }) : t('sign.changed'))
    },
  })
  return { sign, unsaved: sign.data?.unsaved ?? [] }
}

function partOfError(parts: readonly ShownNotePart[], error: unknown): ShownNotePart | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const { clientId } = error.data as { clientId: ClientId | null }
  return parts.find(({ note }) => note.clientId === clientId)
}
