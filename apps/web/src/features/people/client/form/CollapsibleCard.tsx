import { Collapse, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import classes from './CollapsibleCard.module.css'

type Props = { title: string; hint: string; open: boolean; onOpen: (open: boolean) => void; children: ReactNode }

/** A card that opens and closes when its title is pressed. */
export function CollapsibleCard({ title, hint, open, onOpen, children }: Props) {
  const id = useId()
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.card}>
      <UnstyledButton className={classes.toggle} aria-expanded={open} aria-controls={id} onClick={() => onOpen(!open)}>
        <Chevron size={18} aria-hidden />
        <span>
          <span className={classes.title}>{title}</span>
          <Text component="span" size="xs" c="dimmed" display="block">
            {hint}
          </Text>
        </span>
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        <div className={classes.inner}>{children}</div>
      </Collapse>
    </div>
  )
}
