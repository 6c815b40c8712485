import { Button, type ButtonProps } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import type { AnswerUse } from './request/AssistantDialog.tsx'
import type { AssistantPlace } from './assistant-request.ts'

const AssistantDialog = lazyNamed(() => import('./request/AssistantDialog.tsx'), 'AssistantDialog')

type Props = ButtonProps & {
  /** Called when the button is pressed. Returns the place of the request, and the use of the answer; null if the answer can only be copied. */
  onOpen: () => { place: AssistantPlace; use: AnswerUse | null }
  over?: boolean
  children: ReactNode
}

/** The button that opens the assistant. Loads the code of the dialog when the button is pressed. */
export function AssistantButton({ onOpen, over = false, children, ...buttonProps }: Props) {
  const [open, setOpen] = useState<ReturnType<Props['onOpen']> | null>(null)
  return (
    <>
      <Button {...buttonProps} leftSection={<IconSparkles size={16} aria-hidden />} onClick={() => setOpen(onOpen())}>
        {children}
      </Button>
      {open && <AssistantDialog {...open} over={over} onClose={() => setOpen(null)} />}
    </>
  )
}
