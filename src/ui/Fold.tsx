/** Marks the end of the first screen, where the build links the styles of everything below (build/critical-styles.ts). */
export const Fold = () => <template data-fold="" />;
