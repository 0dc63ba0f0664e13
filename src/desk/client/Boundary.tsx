import { Component } from 'react';
import type { ReactNode } from 'react';
import { Failure } from './State.tsx';

/** A room that breaks leaves the others standing. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? (
      <Failure>This room cannot be shown. Load the page again; nothing that was sent is lost.</Failure>
    ) : (
      this.props.children
    );
  }
}
