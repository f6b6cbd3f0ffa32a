// Arithmetic in reverse Polish notation, one character for each token.
package check;

import java.util.ArrayDeque;
import java.util.Deque;

public class Calculator {
    public static int evaluateBad(String tokens) {
        if (tokens == null) {
            return 0;
        }
        Deque<Integer> stack = new ArrayDeque<>();
        for (int i = 0; i < tokens.length(); i++) {
            char token = tokens.charAt(i);
            if (token == '+') {
                stack.push(stack.pop() + stack.pop());
            } else if (token >= '0' && token <= '9') {
                stack.push(token - '0');
            }
        }
        return stack.isEmpty() ? 0 : stack.peek();
    }

    public static int evaluateOk(String tokens) {
        if (tokens == null) {
            return 0;
        }
        Deque<Integer> stack = new ArrayDeque<>();
        for (int i = 0; i < tokens.length(); i++) {
            char token = tokens.charAt(i);
            if (token == '+' && stack.size() >= 2) {
                stack.push(stack.pop() + stack.pop());
            } else if (token >= '0' && token <= '9') {
                stack.push(token - '0');
            }
        }
        return stack.isEmpty() ? 0 : stack.peek();
    }
}
