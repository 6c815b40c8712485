import { Button, Text } from '@mantine/core'
import { useRef, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDraft } from '../../platform/draft/use-draft.ts'
import { Callout } from '../base/Callout.tsx'
import { UnsavedChangesGuard } from '../dialog/UnsavedChangesGuard.tsx'
import { DraftCallout } from '../page/status/DraftCallout.tsx'
import { useSaveKey } from '../page/use-save-key.ts'
import classes from './SaveForm.module.css'

type Props = {
  draft: FormDraft
  save: { isPending: boolean; isError: boolean }
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** A question that the person must answer before the form can be saved, for example about a conflict. It replaces the message of a failed save. */
  question?: ReactNode
  /** The label of the button, if saving also switches something on. */
  submit?: string
  /** Further buttons beside the one that saves. */
  buttons?: ReactNode
  children: ReactNode
}

/**
 * The form of a settings page. Its bar says whether changes are unsaved, and stays in sight while they are. A failed save keeps the input. A person
 * who leaves the page with unsaved changes must confirm this first. Ctrl+S or Cmd+S saves.
 */
export function SaveForm({ draft, save, onSubmit, question, submit, buttons, children }: Props) {
  const { t } = useTranslation('settings')
  const form = useRef<HTMLFormElement>(null)
  const { dirty } = draft
  useSaveKey(() => form.current?.requestSubmit())
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={classes.form}>
      <DraftCallout draft={draft} />
      {children}
      <div className={classes.bar} data-dirty={dirty || undefined}>
        {question}
        {save.isError && !question && (
          <Callout kind="danger" urgent>
            {t('form.failed')}
          </Callout>
        )}
        <div className={classes.buttons}>
          <Text size="sm" c="dimmed" role="status">
            {dirty && t('form.unsaved')}
          </Text>
          {buttons}
          <Button type="submit" variant={dirty ? 'filled' : 'default'} loading={save.isPending}>
            {submit ?? t('form.save')}
          </Button>
        </div>
      </div>
      <UnsavedChangesGuard
        when={dirty && !save.isPending}
        title={t('form.leaveTitle')}
        text={t('form.leaveText')}
        stay={t('form.stay')}
        leave={t('form.leave')}
        onLeave={draft.startOver}
        lasting={draft.stored}
      />
    </form>
  )
}
