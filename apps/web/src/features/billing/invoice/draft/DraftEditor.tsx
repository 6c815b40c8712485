import type { InvoiceId } from '@attune/contract/common/ids'
import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Button } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { focusFirstMissing } from '../../../../ui/editor/focus-missing.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { SaveStatus } from '../../../../ui/editor/SaveStatus.tsx'
import { useDraftSaveState } from '../../../../ui/editor/use-draft-save-state.ts'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { LazyEstimateWarnings } from '../../estimate/estimate.ts'
import classes from './DraftEditor.module.css'
import { DraftLinesCard } from './DraftLinesCard.tsx'
import { DraftTextsCard } from './DraftTextsCard.tsx'
import { InvoiceSheet } from '../document/InvoiceSheet.tsx'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { InvoiceStatusBadge } from '../invoice-status.tsx'
import { MissingInvoiceFields } from './MissingInvoiceFields.tsx'
import { PayerCard } from './PayerCard.tsx'
import { useDraftEditor } from './use-draft-editor.ts'
import { elementOf } from './values.ts'
import { useRemoveDraft } from '../use-invoice-menu.tsx'

const IssueDialog = lazyNamed(() => import('./IssueDialog.tsx'), 'IssueDialog')

type Props = {
  invoice: InvoiceView
  /** Whether the dialog that issues the draft is open. */
  asksIssue: boolean
  onAskIssue: (on: boolean) => void
}

/** Edits a draft, which is saved while the therapist types, and shows the document as it would be issued now. */
export function DraftEditor({ invoice, asksIssue, onAskIssue }: Props) {
  const { t } = useTranslation('invoiceDraft')
  const page = useRef<HTMLDivElement>(null)
  const editor = useDraftEditor(invoice)
  const { draft, content, change, save, theirs } = editor
  const { missing, setMissing, ask } = useIssueQuestion(invoice, editor, { asksIssue, onAskIssue }, page)
  useSaveKey(editor.saveNow)
  const fields = { invoice, content, onChange: change, missing, unreadable: editor.unreadable }
  const complete = invoice.missing.length === 0 && !draft.dirty
  return (
    <div ref={page}>
      <DraftHeader invoice={invoice} editor={editor} onIssue={ask} />
      <div className={classes.parts}>
        <DraftCallout draft={draft} />
        {theirs && <VersionConflict mine={{ onChoose: editor.keepMine }} theirs={{ onChoose: editor.takeTheirs }} />}
        <MissingInvoiceFields missing={missing} invoice={invoice} within={page} />
        {invoice.sheet.currency === estimateCurrency && <LazyEstimateWarnings draft={invoice} />}
        <PayerCard {...fields} />
        <DraftLinesCard {...fields} />
        <DraftTextsCard {...fields} />
        <Section title={t('preview.title')} hint={t('preview.hint')}>
          <div className={classes.preview} data-stale={save.isPending || draft.dirty || undefined}>
            <InvoiceSheet sheet={invoice.sheet} label={t('preview.title')} />
          </div>
        </Section>
      </div>
      {asksIssue && complete && (
        <IssueDialog
          invoice={invoice}
          onClose={() => onAskIssue(false)}
          onMissing={(found) => {
            onAskIssue(false)
            setMissing(found)
          }}
          onChanged={(view) => {
            onAskIssue(false)
            editor.setTheirs(view)
          }}
        />
      )}
    </div>
  )
}

type Editor = ReturnType<typeof useDraftEditor>

/**
 * Returns the missing fields to show, and `ask`, which opens the dialog that issues the draft. If the draft is incomplete, `ask` shows the missing
 * fields and focuses the first one instead.
 */
function useIssueQuestion(
  invoice: InvoiceView,
  { draft, unreadable }: Editor,
  { asksIssue, onAskIssue }: Pick<Props, 'asksIssue' | 'onAskIssue'>,
  page: RefObject<HTMLElement | null>,
) {
  // True at first if the page is opened with the dialog that issues the draft, so that missing fields are shown at once.
  const [checked, setChecked] = useState(asksIssue)
  const [refused, setRefused] = useState<MissingField[]>([])
  const missing = checked ? (invoice.missing.length > 0 ? invoice.missing : refused) : []
  const ask = () => {
    setChecked(true)
    setRefused([])
    if (invoice.missing.length > 0 || unreadable.length > 0)
      return focusFirstMissing(page.current, invoice.missing.map(elementOf))
    if (!draft.dirty) onAskIssue(true)
  }
  const refusesNow = asksIssue && invoice.missing.length > 0
  const refuse = useEffectEvent(() => onAskIssue(false))
  useEffect(() => {
    if (refusesNow) refuse()
  }, [refusesNow])
  const setMissing = (found: MissingField[]) => {
    setChecked(true)
    setRefused(found)
  }
  return { missing, setMissing, ask }
}

type HeaderProps = { invoice: InvoiceView; editor: Editor; onIssue: () => void }

function DraftHeader({ invoice, editor, onIssue }: HeaderProps) {
  const { t } = useTranslation('invoiceDraft')
  const online = useOnline()
  const { draft, save, unreadable, theirs } = editor
  const saveStatus = useDraftSaveState(editor, useInvoiceRefusalText())
  const waits = save.isPending || (draft.dirty && unreadable.length === 0 && !save.isError && !theirs)
  return (
    <PageHeader
      title={t('title', { name: invoice.clientName })}
      facts={
        <MetaList size={14}>
          <InvoiceStatusBadge of={{ ...invoice, dueOn: null }} />
          {invoice.replaces && t('replaces', { number: invoice.replaces.number })}
          {invoice.isFee && t('fee')}
          <SaveStatus {...saveStatus} />
        </MetaList>
      }
      actions={
        <>
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            disabled={!invoice.may.issue || theirs !== null || (waits && !online)}
            loading={waits && online}
            onClick={onIssue}
          >
            {t('issue')}
          </Button>
          {invoice.may.remove && <DraftMenu id={invoice.id} onGone={() => draft.forget()} />}
        </>
      }
    />
  )
}

/** The menu of a draft. After the draft is deleted, it opens the list of invoices. */
function DraftMenu({ id, onGone }: { id: InvoiceId; onGone: () => void }) {
  const { t } = useTranslation(['invoiceDraft', 'invoice'])
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const { dialog } = useRemoveDraft(
    id,
    () => setRemoving(false),
    () => {
      onGone()
      void navigate({ to: '/dashboard/therapist/payments', ignoreBlocker: true })
    },
  )
  const remove = {
    label: t('invoice:act.remove'),
    icon: IconTrash,
    danger: true,
    onClick: () => setRemoving(true),
  }
  return (
    <>
      <ActionMenu label={t('more')} items={[remove]} />
      {removing && dialog}
    </>
  )
}
