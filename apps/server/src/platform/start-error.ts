/** Why the server cannot start, in sentences for the person who starts it. It is printed without a stack; exit code 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
