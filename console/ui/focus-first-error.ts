/** After a submit that was refused, in the next frame, once the errors are drawn: the first of them may be out of sight. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
