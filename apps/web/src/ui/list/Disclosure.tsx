import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'

/** A button that shows and hides the content below it. The content is rendered only while it is shown. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        ms={-8}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Chevron size={18} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id}>{isOpen && children}</div>
    </div>
  )
}
