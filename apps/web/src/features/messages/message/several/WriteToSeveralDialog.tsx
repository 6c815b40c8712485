import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { RecipientList } from './RecipientList.tsx'
import { SendingToSeveral } from './SendingToSeveral.tsx'
import { useWriteToSeveral, type SeveralOf } from './use-write-to-several.ts'
import classes from './write-to-several.module.css'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/**
 * Writes one text to several clients. Each client gets it in their own conversation and does not see the other recipients. If `of` is given, offers
 * only its clients and preselects all of them.
 */
export function WriteToSeveralDialog({ of, onClose }: { of?: SeveralOf; onClose: () => void }) {
  const { t } = useTranslation('message')
  const several = useWriteToSeveral(of)
  const { read, hasBegun, isSending, isComplete, forget } = several
  const close = () => {
    if (isSending) return
    if (hasBegun && isComplete) forget()
    onClose()
  }
  return (
    <Dialog
      title={t('several.title')}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={!isSending}
      onClose={close}
    >
      <Query of={read} pending={<RowSkeletons rows={6} />} failed={t('several.loadFailed')} again={t('again')} />
      {read.data &&
        (hasBegun ? (
          <SendingToSeveral several={several} onClose={onClose} />
        ) : (
          <SeveralForm several={several} onClose={onClose} />
        ))}
    </Dialog>
  )
}

export type Several = ReturnType<typeof useWriteToSeveral>

function SeveralForm({ several, onClose }: { several: Several; onClose: () => void }) {
  const { t } = useTranslation(['message', 'common'])
  const { text, chosen, change, send } = several
  const [showsProblems, setShowsProblems] = useState(false)
  const count = chosen.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && isFilled(text)) void send()
    else setShowsProblems(true)
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <Callout kind="info">{t('several.hint')}</Callout>
      <RecipientList several={several} />
      {showsProblems && count === 0 && (
        <Callout kind="danger" urgent>
          {t('several.noRecipient')}
        </Callout>
      )}
      <Textarea
        label={t('several.text')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={textLengths.message}
        styles={{ input: { fontSize: 16 } }}
        value={text}
        error={showsProblems && !isFilled(text) && t('edit.empty')}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit">{count === 0 ? t('several.send') : t('several.sendTo', { count })}</Button>
      </DialogFoot>
    </form>
  )
}
