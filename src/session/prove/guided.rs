//! Exploring from the beginning along a path that was found backward.
