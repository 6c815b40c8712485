import type { AssistantPause } from '../../platform/assistant/endpoint.ts'

/** The pause of an assistant that never pauses. */
export const neverPaused: AssistantPause = {
  until: async () => null,
  failed: async () => {},
  succeeded: async () => {},
}
