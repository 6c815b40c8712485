import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { AddButton } from './AddButton.tsx'
import classes from './ArchivableList.module.css'
import { EmptyState } from '../page/loading/EmptyState.tsx'
import { Section } from '../page/Section.tsx'
import type { IconType } from '../page/status/StatusBadge.tsx'

type Archivable = { id: string; isArchived: boolean }
type Texts = Record<'title' | 'hint' | 'add' | 'noneTitle' | 'noneText' | 'archivedTitle' | 'archivedHint', string>

type Props<Item extends Archivable> = {
  items: readonly Item[]
  texts: Texts
  /** The icon of the empty state. */
  icon: IconType
  /** Renders the rows of the items that are not archived. */
  rows: (items: Item[], onEdit: (item: Item) => void) => ReactNode
  archivedRow: (item: Item) => ReactNode
  /** Renders the dialog that edits an item, or adds one if `item` is null. Its code may be loaded on demand. */
  dialog: (item: Item | null, onClose: () => void) => ReactNode
}

/** A list in the settings. Items are added and edited in a dialog; archived items are in a separate section. */
export function ArchivableList<Item extends Archivable>(props: Props<Item>) {
  const { items, texts, icon, rows, archivedRow, dialog } = props
  const [edited, setEdited] = useState<Item | 'new' | null>(null)
  const [offered, archived] = [items.filter((one) => !one.isArchived), items.filter((one) => one.isArchived)]
  const add = () => setEdited('new')
  return (
    <div className={classes.sections}>
      <Section
        title={texts.title}
        hint={texts.hint}
        action={offered.length > 0 && <AddButton onClick={add}>{texts.add}</AddButton>}
        rows={offered.length > 0}
      >
        {offered.length > 0 ? (
          <ul className={classes.list}>{rows(offered, setEdited)}</ul>
        ) : (
          <EmptyState icon={icon} level="h3" title={texts.noneTitle} text={texts.noneText}>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
              {texts.add}
            </Button>
          </EmptyState>
        )}
      </Section>
      {archived.length > 0 && (
        <Section title={texts.archivedTitle} count={archived.length} hint={texts.archivedHint} rows>
          <ul className={classes.list}>{archived.map(archivedRow)}</ul>
        </Section>
      )}
      {edited && dialog(edited === 'new' ? null : edited, () => setEdited(null))}
    </div>
  )
}

type RowProps = {
  name: ReactNode
  /** Details of the item, below its name. */
  facts: ReactNode
  /** An element between the details and the buttons. */
  aside?: ReactNode
  /** The buttons at the end of the row. */
  children: ReactNode
}

export const ArchivableRow = ({ name, facts, aside, children }: RowProps) => (
  <li className={classes.row}>
    <div className={classes.texts}>
      <span className={classes.name}>{name}</span>
      {facts}
    </div>
    {aside}
    <div className={classes.buttons}>{children}</div>
  </li>
)

/** A button of a row, disabled without `onClick`. */
export const RowButton = (props: { icon: IconType; label: string; onClick: (() => void) | null }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={props.label}
    disabled={!props.onClick}
    onClick={props.onClick ?? undefined}
  >
    <props.icon size={18} stroke={1.6} aria-hidden />
  </ActionIcon>
)

/** The button of an archived row. */
export const RestoreButton = (props: { label: string; onClick: () => void; children: ReactNode }) => (
  <Button variant="default" size="compact-sm" aria-label={props.label} onClick={props.onClick}>
    {props.children}
  </Button>
)
